import { FoldedText, fold } from "@reprise/model";
import type { Theme } from "../kernel/theme.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them
const colour = /(\x1b\[[\d;]*m)/g;

type Span = readonly [start: number, end: number];

/** Marks every match in the row and keeps the other colours. */
export function markMatches(row: string, sought: readonly string[], theme: Theme): string {
  const spans = spansIn(row, sought);
  if (spans.length === 0) return row;
  let marked = "";
  let codes = "";
  let at = 0;
  for (const part of row.split(colour)) {
    if (part.startsWith("\x1b[")) {
      codes += part;
      marked += part;
    } else {
      // Ending a mark resets every colour, so restore the active ones.
      marked += painted(part, at, spans, (text) => theme("match", text) + codes);
      at += part.length;
    }
  }
  return marked;
}

export function hasMatch(row: string, sought: readonly string[]): boolean {
  return spansIn(row, sought).length > 0;
}

/** In order; overlapping matches are merged. */
function spansIn(row: string, sought: readonly string[]): Span[] {
  const wanted = sought.filter((text) => text !== "");
  if (wanted.length === 0) return [];
  const text = row.replace(colour, "");
  const spans = wanted.flatMap((one) => matchesIn(text, one));
  return wanted.length === 1 ? spans : spans.sort(([one], [other]) => one - other);
}

/** Compared as in a search: accents and case make no difference. */
function matchesIn(text: string, search: string): Span[] {
  const folded = new FoldedText(text);
  const wanted = fold(search);
  if (wanted === "") return [];
  const spans: Span[] = [];
  for (let at = folded.text.indexOf(wanted); at !== -1; at = folded.text.indexOf(wanted, at + wanted.length))
    spans.push(folded.rangeOf(at, at + wanted.length));
  return spans;
}

function painted(text: string, offset: number, spans: readonly Span[], mark: (text: string) => string): string {
  let result = "";
  let at = 0;
  for (const [from, to] of spans) {
    const start = Math.max(from - offset, at);
    const end = Math.min(to - offset, text.length);
    if (end <= start) continue;
    result += text.slice(at, start) + mark(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}
