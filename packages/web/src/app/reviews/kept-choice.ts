import type { ReviewComment } from "@reprise/model";

/** The same comment while it is shown; else the one that took its place. Null: none is shown. */
export function keptChoice(
  before: readonly ReviewComment[],
  now: readonly ReviewComment[],
  chosen: number | null,
): number | null {
  if (now.some(({ id }) => id === chosen)) return chosen;
  const place = before.findIndex(({ id }) => id === chosen);
  return now[Math.min(Math.max(place, 0), now.length - 1)]?.id ?? null;
}
