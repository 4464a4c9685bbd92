import type { EditBuffer } from "./edit-buffer.ts";
import { type LayoutRow, linesOf, rowsOfLine } from "./layout.ts";

/** The cursor on the screen: row of a line, and column. */
interface CursorPosition {
  readonly line: number;
  readonly row: number;
  readonly column: number;
}

export function cursorPosition(buffer: EditBuffer, columns: number): CursorPosition {
  const lines = linesOf(buffer);
  const line = lastAtOrBefore(lines, buffer.cursor);
  const rows = rowsAt(buffer, line, columns);
  // The end of a wrapped row is the start of the next.
  const row = lastAtOrBefore(rows, buffer.cursor);
  return { line, row, column: columnIn(rows[row], buffer.cursor) };
}

/** The same column one row up or down; null if there is no such row. */
export function moveVertically(
  buffer: EditBuffer,
  by: -1 | 1,
  columns: number,
  goal: number | null,
): { readonly at: number; readonly goal: number } | null {
  const { line, row, column } = cursorPosition(buffer, columns);
  const wanted = goal ?? column;
  const target = neighbour(buffer, { line, row }, by, columns);
  return target && { at: offsetIn(target.row, wanted, target.isLast), goal: wanted };
}

export function rowsAt(buffer: EditBuffer, line: number, columns: number): readonly LayoutRow[] {
  const found = linesOf(buffer)[line];
  return found ? rowsOfLine(buffer, found, columns) : [];
}

function neighbour(
  buffer: EditBuffer,
  { line, row }: { readonly line: number; readonly row: number },
  by: -1 | 1,
  columns: number,
): { readonly row: LayoutRow; readonly isLast: boolean } | null {
  const rows = rowsAt(buffer, line, columns);
  const inside = rows[row + by];
  if (inside) return { row: inside, isLast: row + by === rows.length - 1 };
  const others = rowsAt(buffer, line + by, columns);
  const found = by === 1 ? others[0] : others.at(-1);
  return found ? { row: found, isLast: by === -1 || others.length === 1 } : null;
}

/** The end of a wrapped row belongs to the next. */
function offsetIn({ cells, start, end }: LayoutRow, column: number, isLast: boolean): number {
  let width = 0;
  for (const cell of cells) {
    if (width + cell.width > column) return cell.start;
    width += cell.width;
  }
  return isLast ? end : (cells.at(-1)?.start ?? start);
}

function columnIn(row: LayoutRow | undefined, cursor: number): number {
  let column = 0;
  for (const cell of row?.cells ?? []) if (cell.end <= cursor) column += cell.width;
  return column;
}

/** Binary search: a long text has many lines. */
function lastAtOrBefore(pieces: readonly { readonly start: number }[], at: number): number {
  let [from, to] = [0, pieces.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= at) from = middle;
    else to = middle - 1;
  }
  return from;
}
