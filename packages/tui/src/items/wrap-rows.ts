import { safeText } from "@reprise/model";
import { cutTo } from "../text/fit.ts";
import { graphemesIn } from "../text/graphemes.ts";
import { isPlain, widthOf } from "../text/width.ts";

const tabStop = 4;

/** One line of agent text, made safe and cut to the width. */
export function oneRow(line: string, columns: number): string {
  return cutTo(safe(line.slice(0, columns * 4 + 64)).replaceAll("\n", "␊"), columns);
}

/** Wraps one line at any column, for output and code; at most `limit` rows. */
export function hardRows(line: string, columns: number, limit: number): string[] {
  const width = Math.max(1, columns);
  const text = safe(line.slice(0, width * limit));
  if (isPlain(text)) return text.length <= width ? [text] : slices(text, width);
  return isShort(text, width) ? [text] : graphemeRows(text, width, { isProse: false }).slice(0, limit);
}

/** Wraps one line between words if possible; at most `limit` rows. */
export function proseRows(line: string, columns: number, limit: number): string[] {
  const width = Math.max(1, columns);
  const text = safe(line.slice(0, width * limit));
  if (isPlain(text)) return text.length <= width ? [text] : wordRows(text, width).slice(0, limit);
  return isShort(text, width) ? [text] : graphemeRows(text, width, { isProse: true }).slice(0, limit);
}

/** Safe for a terminal, and without tabs, whose width cannot be counted. */
export function safe(line: string): string {
  const text = safeText(line);
  return text.includes("\t") ? withoutTabs(text) : text;
}

function withoutTabs(text: string): string {
  let row = "";
  let width = 0;
  for (const part of text.split("\t")) {
    row += part;
    width += widthOf(part);
    const space = tabStop - (width % tabStop);
    row += " ".repeat(space);
    width += space;
  }
  return row.trimEnd();
}

function slices(text: string, width: number): string[] {
  const rows: string[] = [];
  for (let start = 0; start < text.length; start += width) rows.push(text.slice(start, start + width));
  return rows;
}

function wordRows(text: string, width: number): string[] {
  const rows: string[] = [];
  let start = 0;
  while (text.length - start > width) {
    // Look back no further than the row: the text may have no spaces.
    const space = text.slice(start, start + width + 1).lastIndexOf(" ");
    const stop = start + (space > 0 ? space : width);
    rows.push(text.slice(start, stop).trimEnd());
    start = text[stop] === " " ? stop + 1 : stop;
  }
  return start < text.length || rows.length === 0 ? [...rows, text.slice(start)] : rows;
}

/** Wraps by grapheme. A grapheme wider than the screen becomes a dot. */
function graphemeRows(text: string, width: number, { isProse }: { readonly isProse: boolean }): string[] {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const segment of graphemesOf(text)) {
    const wide = graphemeWidth(segment);
    if (used + wide > width && row !== "") {
      const space = isProse && segment !== " " ? row.lastIndexOf(" ") : -1;
      const rest = space > 0 ? row.slice(space + 1) : "";
      rows.push(space > 0 ? row.slice(0, space) : row);
      row = rest;
      used = widthOf(rest);
      if (isProse && segment === " " && row === "") continue;
    }
    row += wide > width ? "·" : segment;
    used += Math.min(wide, width);
  }
  return row === "" ? rows : [...rows, row];
}

/** Avoids walking a long text twice. */
function isShort(text: string, width: number): boolean {
  return text.length <= width * 4 && widthOf(text) <= width;
}

const known = new Map<string, number>();
const mostKnown = 5_000;

/** Cached: texts repeat their graphemes, and computing a width is slow. */
function graphemeWidth(grapheme: string): number {
  const found = known.get(grapheme);
  if (found !== undefined) return found;
  const width = widthOf(grapheme);
  if (known.size < mostKnown && grapheme.length < 20) known.set(grapheme, width);
  return width;
}

const step = 500;
const longest = 64;

/** Works in small steps: a segmenter is six times slower on a long text. */
function* graphemesOf(text: string): Generator<string> {
  let carried = "";
  for (let start = 0; start < text.length; start += step) {
    const piece = carried + text.slice(start, start + step);
    carried = "";
    for (const { segment, index } of graphemesIn(piece)) {
      // The last grapheme of a step may continue in the next; the length is limited.
      const isLast = index + segment.length === piece.length && start + step < text.length;
      if (isLast && segment.length < longest) carried = segment;
      else yield segment;
    }
  }
  if (carried !== "") yield carried;
}
