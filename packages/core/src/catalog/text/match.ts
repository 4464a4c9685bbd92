import {
  FoldedText,
  finderOf,
  fold,
  type ItemBody,
  type MarkedRange,
  type Marker,
  markerOf,
  type SearchTerm,
  type TermFinder,
} from "@reprise/model";
import { type FieldText, searchTexts, type TextField, textFields } from "./item-text.ts";

const before = 48;
const after = 112;

/** Where a term is in an item. */
export interface Occurrence {
  readonly field: TextField;
  /** Inside of a word. */
  readonly isInside: boolean;
  readonly text: string;
  /** In the folded text. */
  readonly start: number;
  readonly end: number;
}

export interface Snippet {
  readonly snippet: string;
  /** What matched in it. */
  readonly marks: readonly MarkedRange[];
}

/** Finds terms in the texts of an item. */
export class Matcher {
  readonly #finders: readonly TermFinder[];
  readonly #marker: Marker;

  constructor(terms: readonly SearchTerm[]) {
    this.#finders = terms.map(finderOf);
    this.#marker = markerOf(terms);
  }

  /** The best place of each term; null for one that is not in the item. */
  find(item: ItemBody): readonly (Occurrence | null)[] {
    return this.findIn([...searchTexts(item)]);
  }

  findIn(texts: readonly FieldText[]): readonly (Occurrence | null)[] {
    const folded = texts.map(({ text }) => fold(text));
    return this.#finders.map((find) => {
      let best: Occurrence | null = null;
      for (const [index, { field, text }] of texts.entries()) {
        const found = find(folded[index] ?? "");
        if (!found) continue;
        const one = { field, text, isInside: !found.isWordStart, start: found.start, end: found.end };
        if (best === null || costOf(one) < costOf(best)) best = one;
      }
      return best;
    });
  }

  /** A line around a place, with every term in it marked. */
  snippetAt({ text, start, end }: Pick<Occurrence, "text" | "start" | "end">): Snippet {
    return this.marked(lineAround(text, new FoldedText(text).rangeOf(start, end)));
  }

  marked(snippet: string): Snippet {
    return { snippet, marks: this.#marker(snippet) };
  }
}

/** Of the weakest of them. */
export function worstOf(all: readonly Occurrence[]): Pick<Occurrence, "field" | "isInside"> {
  const field = textFields[Math.max(...all.map((one) => textFields.indexOf(one.field)))] ?? "output";
  return { field, isInside: all.some(({ isInside }) => isInside) };
}

function costOf({ isInside, field }: Occurrence): number {
  return (isInside ? textFields.length : 0) + textFields.indexOf(field);
}

/** On one line, cut where no character is split. */
export function lineAround(text: string, [start, end]: readonly [number, number]): string {
  let from = Math.max(0, start - before);
  let to = Math.min(text.length, Math.max(end, start + after));
  if ((text.charCodeAt(from) & 0xfc00) === 0xdc00) from += 1;
  if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to -= 1;
  const line = text.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
}
