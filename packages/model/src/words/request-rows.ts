import type { Request } from "../run.ts";
import { type RequestPart, requestParts } from "./request-parts.ts";

/** One row on a screen: our part, then text of the request after a bar. */
export interface RequestRow {
  readonly lead: string;
  readonly text: string;
  readonly isDiff: boolean;
}

/** Below this many columns labels get their own rows. */
const leastForLabels = 40;

/**
 * A request as rows. Every row of its text follows a bar, `│` at the start of a line and `┊` where a long line continues,
 * and nothing of ours does: no text of a request can pass for our label, answer or prompt.
 */
export function requestRows(request: Request, columns: number | null): readonly RequestRow[] {
  return partRows(requestParts(request), columns);
}

/** Without a known width, lines are not broken. */
export function partRows(parts: readonly RequestPart[], columns: number | null): readonly RequestRow[] {
  const isNarrow = columns !== null && columns < leastForLabels;
  const indent = isNarrow ? 0 : Math.max(...parts.map(({ label }) => label.length)) + 1;
  return parts.flatMap(({ label, text, isDiff }) => {
    const own = isNarrow && label !== "" ? [{ lead: `${label}:`, text: "", isDiff: false }] : [];
    const rows = text.split("\n").flatMap((line) => lineRows(line, indent, columns));
    const first = isNarrow ? "" : label;
    return [
      ...own,
      ...rows.map(({ mark, row }, index) => ({
        lead: `${(index === 0 ? first : "").padEnd(indent)}${mark} `,
        text: row,
        isDiff,
      })),
    ];
  });
}

function lineRows(line: string, indent: number, columns: number | null) {
  const text = line.replaceAll("\t", tab);
  const rows = columns === null ? [text] : broken(text, Math.max(2, columns - indent - barColumns));
  return rows.map((row, index) => ({ mark: index === 0 ? "│" : "┊", row }));
}

const tab = "    ";
/** Includes the space after it; some terminals draw the bar two columns wide. */
const barColumns = 3;

/**
 * Terminals disagree on the width of characters beyond ASCII: each counts as two columns, the widest possible, so that no
 * row can wrap to where a label could be. Nothing is left out.
 */
function broken(text: string, columns: number): readonly string[] {
  const rows: string[] = [];
  const isAscii = /^[ -~]*$/.test(text);
  for (let start = 0; start < text.length; ) {
    const fitting = isAscii ? Math.min(text.length, start + columns) : fittingEnd(text, start, columns);
    const end = fitting === text.length ? fitting : readableBreak(text, fitting, columns);
    rows.push(text.slice(start, end));
    start = end;
  }
  return rows.length === 0 ? [""] : rows;
}

function fittingEnd(text: string, start: number, columns: number): number {
  let [at, used] = [start, 0];
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    used += character >= " " && character <= "~" ? 1 : 2;
    if (used > columns) break;
    at += character.length;
  }
  return at;
}

/**
 * A blank at the end of a row is invisible: `a b` would look like `ab`. So rows break between two non-blanks, or, in a long
 * run of blanks, so that the next row starts with one.
 */
function readableBreak(text: string, end: number, columns: number): number {
  const least = end - Math.floor(columns / 2);
  for (let at = end; at > least; at -= 1)
    if (text[at - 1] !== " " && text[at] !== " " && !isSecondHalf(text, at)) return at;
  return text[end] === " " || text[end - 1] !== " " ? end : end - 1;
}

function isSecondHalf(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
