import type { FileChange, ItemBody } from "@reprise/model";

export interface Draft {
  body: ItemBody;
  rank: number;
}

/** Higher ranks win; empty values never replace others. */
export function mergeInto(draft: Draft, body: ItemBody, rank: number): void {
  const [lower, higher] = rank >= draft.rank ? [draft.body, body] : [body, draft.body];
  draft.body =
    lower.kind === higher.kind
      ? (filled(higher, lower) as ItemBody)
      : ((isUnnamed(higher) ? answered(lower, higher) : null) ??
        (isOpen(higher) ? answered(higher, lower) : null) ??
        higher);
  draft.rank = Math.max(draft.rank, rank);
}

/** A call whose output came first. */
function answered(call: ItemBody, outcome: ItemBody): ItemBody | null {
  if (outcome.kind !== "tool" || outcome.input !== null) return null;
  const { output, status } = outcome;
  if (call.kind === "command") return { ...call, output, status };
  return call.kind === "edit" ? { ...call, status } : null;
}

/** The outcome of a call that is recorded elsewhere. */
export function isUnnamed(body: ItemBody): boolean {
  return body.kind === "tool" && body.name === "";
}

function isOpen(body: ItemBody): boolean {
  return "status" in body && body.status === "open";
}

function filled(higher: ItemBody, lower: ItemBody): object {
  const merged: Record<string, unknown> = { ...lower };
  for (const [field, value] of Object.entries(higher)) {
    if (!saysNothing(field, value) || !(field in merged)) merged[field] = value;
  }
  if (higher.kind === "edit" && lower.kind === "edit" && higher.changes.length > 0)
    merged.changes = inSteps(higher.changes, lower.changes);
  return merged;
}

/** The call lists files in the order of writing, its record in any order. */
function inSteps(changes: readonly FileChange[], asked: readonly FileChange[]): readonly FileChange[] {
  const steps = changes.map((change) => change.step ?? stepOf(change, asked));
  if (steps.some((step) => step === undefined) || new Set(steps).size < steps.length) return changes;
  return changes
    .map((change, index) => ({ ...change, step: steps[index] }))
    .sort((a, b) => (a.step ?? 0) - (b.step ?? 0));
}

function stepOf({ path }: FileChange, asked: readonly FileChange[]): number | undefined {
  return asked.find((one) => one.path === path || path.endsWith(`/${one.path}`))?.step;
}

function saysNothing(field: string, value: unknown): boolean {
  if (field === "status") return value === "open";
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
