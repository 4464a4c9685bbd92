/** A foreign value: anything may be missing or of another type. */
export type Foreign = { readonly [field: string]: unknown };

export function isForeign(value: unknown): value is Foreign {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function fieldOf(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const field of path) at = isForeign(at) ? at[field] : undefined;
  return at;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
