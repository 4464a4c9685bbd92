import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import { type EditBuffer, type Fold, graphemesOf } from "./edit-buffer.ts";

/** A displayed row and the range of text it shows. */
export interface LayoutRow {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  readonly width: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** Lines of the text; newlines inside folds do not count. */
export function linesOf(buffer: EditBuffer): readonly Line[] {
  const known = linesKnown.get(buffer);
  if (known) return known;
  const lines: Line[] = [];
  let [start, from] = [0, 0];
  for (;;) {
    const newline = buffer.text.indexOf("\n", from);
    if (newline === -1) break;
    const fold = buffer.folds.find((one) => one.start <= newline && newline < one.end);
    from = fold ? fold.end : newline + 1;
    if (fold) continue;
    lines.push({ start, end: newline });
    start = newline + 1;
  }
  lines.push({ start, end: buffer.text.length });
  linesKnown.set(buffer, lines);
  return lines;
}

const linesKnown = new WeakMap<EditBuffer, readonly Line[]>();

/** Wraps one line, between words if possible. Returns at least one row. */
export function rowsOfLine(buffer: EditBuffer, line: Line, columns: number): readonly LayoutRow[] {
  const rows: LayoutRow[] = [];
  let row: Cell[] = [];
  let width = 0;
  for (const cell of cellsOf(buffer, line, columns)) {
    while (width + cell.width > columns && row.length > 0) {
      const space = row.findLastIndex(({ shown }) => shown === " ");
      const rest = space === -1 || cell.shown === " " ? [] : row.splice(space + 1);
      rows.push(rowOf(row, line.start));
      row = rest;
      width = rest.reduce((sum, one) => sum + one.width, 0);
    }
    row.push(cell);
    width += cell.width;
  }
  rows.push(rowOf(row, rows.at(-1)?.end ?? line.start));
  return rows;
}

function foldLabel({ text }: EditBuffer, { start, end }: Fold): string {
  const pasted = text.slice(start, end);
  const lines = (pasted.endsWith("\n") ? pasted.slice(0, -1) : pasted).split("\n").length;
  return lines > 1 ? `[pasted ${count(lines)} lines]` : `[pasted ${count(end - start)} characters]`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function rowOf(cells: readonly Cell[], start: number): LayoutRow {
  const first = cells[0]?.start ?? start;
  const shown = cells.map((cell) => cell.shown).join("");
  return { start: first, end: cells.at(-1)?.end ?? first, shown, cells };
}

function* cellsOf(buffer: EditBuffer, { start, end }: Line, columns: number): Generator<Cell> {
  let at = start;
  for (const fold of buffer.folds) {
    if (fold.end <= start || fold.start >= end) continue;
    yield* letters(buffer.text.slice(at, fold.start), at);
    const shown = cutTo(foldLabel(buffer, fold), columns);
    yield { ...fold, shown, width: widthOf(shown) };
    at = fold.end;
  }
  yield* letters(buffer.text.slice(at, end), at);
}

function* letters(text: string, at: number): Generator<Cell> {
  for (const { segment, index } of graphemesOf(text)) {
    const shown = segment === "\t" ? "  " : segment;
    yield { start: at + index, end: at + index + segment.length, shown, width: widthOf(shown) };
  }
}
