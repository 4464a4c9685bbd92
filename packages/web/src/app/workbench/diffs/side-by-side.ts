import { type DiffRow, runLength } from "./diff-rows.ts";

/** One row of two columns; null where a side has nothing. A gap is on both. */
export interface SideRow {
  readonly left: DiffRow | null;
  readonly right: DiffRow | null;
}

/** Removed lines on the left next to the added ones that replace them. */
export function sideBySide(rows: readonly DiffRow[]): readonly SideRow[] {
  const sides: SideRow[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] ?? null;
    const removed = runLength(rows, at, "removed");
    const added = runLength(rows, at + removed, "added");
    if (removed + added === 0) {
      sides.push({ left: row, right: row });
      at += 1;
      continue;
    }
    for (let offset = 0; offset < Math.max(removed, added); offset += 1)
      sides.push({
        left: offset < removed ? (rows[at + offset] ?? null) : null,
        right: offset < added ? (rows[at + removed + offset] ?? null) : null,
      });
    at += removed + added;
  }
  return sides;
}
