import { FoldedText } from "./fold.ts";
import { finderOf, type SearchTerm, type TermFinder } from "./search-term.ts";

export type MarkedRange = readonly [start: number, end: number];

/** Every place of the terms in a text, in order, without overlaps. */
export type Marker = (text: string) => readonly MarkedRange[];

export function markerOf(terms: readonly SearchTerm[]): Marker {
  const finders = terms.map(finderOf);
  return (text) => {
    const folded = new FoldedText(text);
    return joined(finders.flatMap((find) => [...rangesOf(find, folded)]));
  };
}

export interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The text, cut at the ranges. */
export function partsOf(text: string, ranges: readonly (readonly number[])[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges) {
    parts.push({ text: text.slice(at, start), isMatch: false }, { text: text.slice(start, end), isMatch: true });
    at = end;
  }
  return [...parts, { text: text.slice(at), isMatch: false }].filter((part) => part.text !== "");
}

function* rangesOf(find: TermFinder, folded: FoldedText): Generator<MarkedRange> {
  for (let at = 0; at < folded.text.length; ) {
    const found = find(folded.text, at);
    if (!found) return;
    yield folded.rangeOf(found.start, found.end);
    at = found.end;
  }
}

function joined(ranges: readonly MarkedRange[]): MarkedRange[] {
  const all: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
