import { count } from "../text/count.ts";
import { type RowOptions, rowLimit } from "./row-options.ts";
import { firstAndLastLines, lineCountOf, linesOf } from "./text-lines.ts";
import { hardRows, oneRow, proseRows } from "./wrap-rows.ts";

interface Laying {
  readonly indent: number;
  readonly isProse?: boolean | undefined;
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
  /** Styles a laid-out row. */
  readonly paint?: ((row: string, line: string) => string) | undefined;
}

/** A long text: folded to its first and last lines, one row each; unfolded up to the limit. */
export function outputRows(text: string | null, options: RowOptions, laying: Laying): string[] {
  if (text === null || text === "") return [];
  return options.isFolded ? foldedRows(text, options, laying) : wholeRows(text, options, laying);
}

function foldedRows(text: string, { columns, theme, leftOut }: RowOptions, laying: Laying): string[] {
  const { indent, head = 4, tail = 4, paint = (row) => row } = laying;
  const width = columns - indent;
  const ends = firstAndLastLines(text, head, tail);
  const shown = (line: string) => paint(oneRow(line, width), line);
  const more = ends.leftOut + (leftOut?.lines ?? 0);
  const note = ends.leftOut > 0 ? [theme("dim", oneRow(`… ${count(more, "more line")}`, width))] : [];
  return indented([...ends.head.map(shown), ...note, ...ends.tail.map(shown)], indent);
}

export function wholeRows(text: string, options: RowOptions, laying: Laying): string[] {
  const { indent, isProse = false, paint = (row) => row } = laying;
  const width = options.columns - indent;
  const rows: string[] = [];
  let [lineCount, length, isLineCut] = [0, 0, false];
  for (const line of linesOf(text)) {
    const left = rowLimit - rows.length;
    if (left <= 0) break;
    lineCount += 1;
    length += line.length + 1;
    const laid = isProse ? proseRows(line, width, left + 1) : hardRows(line, width, left + 1);
    isLineCut = laid.length > left;
    for (const row of laid.slice(0, left)) rows.push(paint(row, line));
  }
  if (rows.length >= rowLimit) {
    const gone = options.leftOut && length <= options.leftOut.at + 1 ? options.leftOut.lines : 0;
    const rest = lineCountOf(text) - lineCount + gone;
    if (isLineCut || rest > 0) rows.push(...restRows(rest, isLineCut, width, options));
  }
  return indented(rows, indent);
}

function restRows(lineCount: number, isLineCut: boolean, width: number, { theme, allHint }: RowOptions): string[] {
  const lines = lineCount > 0 ? count(lineCount, "more line") : "";
  const more = `… ${isLineCut ? "line continues" : ""}${isLineCut && lines !== "" ? ", and " : ""}${lines}`;
  const words = allHint ? `${more}: ${allHint}` : more;
  return proseRows(words, width, 10).map((row) => theme("warn", row));
}

function indented(rows: readonly string[], indent: number): string[] {
  const space = " ".repeat(indent);
  return rows.map((row) => (row === "" ? row : space + row));
}
