import type { ReviewComment } from "../reviews.ts";

/** By file, line and id; those without a file or a line last. */
export function inOrder(comments: readonly ReviewComment[]): readonly ReviewComment[] {
  return [...comments].sort(
    (a, b) =>
      lastIfMissing(a.filePath, b.filePath, (x, y) => (x < y ? -1 : x > y ? 1 : 0)) ||
      lastIfMissing(a.lineNumber, b.lineNumber, (x, y) => x - y) ||
      a.id - b.id,
  );
}

function lastIfMissing<Part>(a: Part | null, b: Part | null, compare: (a: Part, b: Part) => number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}
