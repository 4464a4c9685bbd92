import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import { type Fold, graphemesOf, type Writing } from "./writing.ts";

/** One row as it is shown, and the part of the text it stands for. */
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

/** Lines of the text; newlines within folds do not count. */
export function linesOf(writing: Writing): readonly Line[] {
  const known = linesKnown.get(writing);
  if (known) return known;
  const lines: Line[] = [];
  let [start, from] = [0, 0];
  for (;;) {
    const newline = writing.text.indexOf("\n", from);
    if (newline === -1) break;
    const fold = writing.folds.find((one) => one.start <= newline && newline < one.end);
    from = fold ? fold.end : newline + 1;
    if (fold) continue;
    lines.push({ start, end: newline });
    start = newline + 1;
  }
  lines.push({ start, end: writing.text.length });
  linesKnown.set(writing, lines);
  return lines;
}

const linesKnown = new WeakMap<Writing, readonly Line[]>();

/** One line broken into rows, between words where that is possible. There is always one row. */
export function rowsOfLine(writing: Writing, line: Line, columns: number): readonly LayoutRow[] {
  const rows: LayoutRow[] = [];
  let row: Cell[] = [];
  let width = 0;
  for (const cell of cellsOf(writing, line, columns)) {
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

export function foldLabel({ text }: Writing, { start, end }: Fold): string {
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

function* cellsOf(writing: Writing, { start, end }: Line, columns: number): Generator<Cell> {
  let at = start;
  for (const fold of writing.folds) {
    if (fold.end <= start || fold.start >= end) continue;
    yield* letters(writing.text.slice(at, fold.start), at);
    const shown = cutTo(foldLabel(writing, fold), columns);
    yield { ...fold, shown, width: widthOf(shown) };
    at = fold.end;
  }
  yield* letters(writing.text.slice(at, end), at);
}

function* letters(text: string, at: number): Generator<Cell> {
  for (const { segment, index } of graphemesOf(text)) {
    const shown = segment === "\t" ? "  " : segment;
    yield { start: at + index, end: at + index + segment.length, shown, width: widthOf(shown) };
  }
}
