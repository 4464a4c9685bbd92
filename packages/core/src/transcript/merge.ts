import type { ItemBody } from "@reprise/model";

/** An item that may still be added to. */
export interface Draft {
  body: ItemBody;
  rank: number;
}

/** Adds what was told later: of two values the one with the higher rank stands, and nothing never replaces something. */
export function addTo(draft: Draft, body: ItemBody, rank: number): void {
  const [lower, higher] = rank >= draft.rank ? [draft.body, body] : [body, draft.body];
  draft.body = lower.kind === higher.kind ? (filled(higher, lower) as ItemBody) : higher;
  draft.rank = Math.max(draft.rank, rank);
}

function filled(higher: ItemBody, lower: ItemBody): object {
  const merged: Record<string, unknown> = { ...lower };
  for (const [field, value] of Object.entries(higher)) {
    if (!saysNothing(field, value) || !(field in merged)) merged[field] = value;
  }
  return merged;
}

function saysNothing(field: string, value: unknown): boolean {
  if (field === "status") return value === "open";
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
