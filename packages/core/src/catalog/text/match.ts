import type { ItemBody } from "@reprise/model";
import { characterClasses, classOf } from "./character-classes.ts";
import { textsOf } from "./item-text.ts";
import type { Term } from "./parse-query.ts";
import { isWordStart, longestLetterSpan } from "./word-splitting.ts";

const { none, unspaced } = characterClasses;
const before = 48;
const after = 112;

/** A term matches at the start of a word or word part (`parse|Reply`, `snake|_case`); scripts without blanks and non-letters match anywhere. */
export class Matcher {
  readonly #patterns: readonly { term: Term; pattern: RegExp }[];

  constructor(terms: readonly Term[]) {
    this.#patterns = terms.map((term) => ({ term, pattern: patternOf(term) }));
  }

  /** A one-line snippet around the first term; null if a term is missing. */
  snippetOf(item: ItemBody): string | null {
    const texts = [...textsOf(item)].map((text) => text.normalize("NFC"));
    let snippet: string | null = null;
    for (const { term, pattern } of this.#patterns) {
      const found = firstIn(texts, term, pattern);
      if (!found) return null;
      snippet ??= around(found.text, found.start, found.end);
    }
    return snippet;
  }
}

interface MatchRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function firstIn(texts: readonly string[], term: Term, pattern: RegExp): MatchRange | null {
  for (const text of texts) {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const end = found.index + found[0].length;
      if (isStart(text, found.index) && (!term.isExact || isEnd(text, end)))
        return { text, start: found.index, end };
      pattern.lastIndex = found.index + 1;
    }
  }
  return null;
}

function patternOf(term: Term): RegExp {
  const pieces = term.text.split(/\s+/).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(pieces.join("\\s+"), "giu");
}

function isStart(text: string, at: number): boolean {
  const kind = letterAt(text, at);
  const previous = letterBefore(text, at);
  if (kind === none || previous === none || kind === unspaced || previous === unspaced) return true;
  return isAtPart(text, at);
}

function isEnd(text: string, at: number): boolean {
  if (at === text.length) return true;
  return isStart(text, at) || letterBefore(text, at) === none;
}

function isAtPart(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start <= longestLetterSpan && isSpaced(letterBefore(text, start))) start -= 1;
  let end = at;
  while (end < text.length && end - start <= longestLetterSpan && isSpaced(letterAt(text, end))) end += 1;
  return end - start <= longestLetterSpan && isWordStart(text.slice(start, end), at - start);
}

function isSpaced(kind: number): boolean {
  return kind !== none && kind !== unspaced;
}

function letterAt(text: string, at: number): number {
  return at < text.length ? classOf(text.codePointAt(at) ?? 0) : none;
}

function letterBefore(text: string, at: number): number {
  if (at === 0) return none;
  const isLowSurrogate = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return classOf(text.codePointAt(isLowSurrogate && at > 1 ? at - 2 : at - 1) ?? 0);
}

function around(text: string, start: number, end: number): string {
  let from = Math.max(0, start - before);
  let to = Math.min(text.length, Math.max(end, start + after));
  if ((text.charCodeAt(from) & 0xfc00) === 0xdc00) from += 1;
  if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to -= 1;
  const line = text.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
}
