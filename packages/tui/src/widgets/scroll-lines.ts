import type { Scroll } from "./scroll.ts";

/** `keepInView` for rows of one or more lines each, in a window of `height` lines. Looks only at rows near the window. */
export function keepLinesInView(
  { top, chosen }: Scroll,
  count: number,
  height: number,
  linesOf: (row: number) => number,
): Scroll {
  const row = Math.max(0, Math.min(chosen, count - 1));
  const lowest = firstAbove(count - 1, height, linesOf);
  const first = Math.max(0, Math.min(top, lowest, row));
  return { chosen: row, top: Math.max(first, firstAbove(row, height, linesOf)) };
}

/** The topmost row such that everything down to `last` fits in so many lines; `last` always does. */
function firstAbove(last: number, height: number, linesOf: (row: number) => number): number {
  let row = Math.max(0, last);
  let used = last < 0 ? 0 : linesOf(row);
  while (row > 0) {
    used += linesOf(row - 1);
    if (used > height) break;
    row -= 1;
  }
  return row;
}

/** How many rows from `top` on are at least partly visible. */
export function rowsInView(top: number, count: number, height: number, linesOf: (row: number) => number): number {
  let used = 0;
  let row = top;
  while (row < count && used < height) {
    used += linesOf(row);
    row += 1;
  }
  return row - top;
}
