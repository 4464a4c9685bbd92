import { fold } from "./fold.ts";
import { classAt, classBefore, endOfLetters } from "./letters.ts";

/** A word, or a phrase in quotes. */
export interface SearchTerm {
  /** Folded. */
  readonly text: string;
  /** Found as whole words only, with any blanks between them. */
  readonly isPhrase: boolean;
}

export interface TermMatch {
  readonly start: number;
  readonly end: number;
  /** It starts a word. */
  readonly isWordStart: boolean;
}

/** Fewer letters in a row are in the middle of nearly every word. */
export const fewestInside = 3;

export function termOf(text: string, isPhrase: boolean): SearchTerm {
  return { text: fold(text).trim().replace(/\s+/g, " "), isPhrase };
}

/** Runs of letters of one kind of script in a folded text. */
export function letterRuns(text: string): readonly { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfLetters(text, at);
    if (classAt(text, at) !== "none") runs.push({ start: at, end });
    at = end;
  }
  return runs;
}

/** Words of fewer letters are found at the start of words only. */
export function isFoundInside({ text, isPhrase }: SearchTerm): boolean {
  if (isPhrase) return false;
  const runs = letterRuns(text);
  return runs.length === 0 || runs.some(({ start, end }) => end - start >= fewestInside);
}

export type TermFinder = (folded: string, from?: number) => TermMatch | null;

/** Finds the term in folded texts: where it starts a word if it does so anywhere, else inside of one. */
export function finderOf(term: SearchTerm): TermFinder {
  const next = term.text.includes(" ") ? byPattern(term.text) : byText(term.text);
  const mayBeInside = isFoundInside(term);
  return (folded, from = 0) => {
    let inside: TermMatch | null = null;
    for (let found = next(folded, from); found; found = next(folded, found[0] + 1)) {
      const [start, end] = found;
      const isWordStart = isBoundary(folded, start);
      if (isWordStart && (!term.isPhrase || isBoundary(folded, end))) return { start, end, isWordStart };
      if (mayBeInside) inside ??= { start, end, isWordStart };
    }
    return inside;
  };
}

type Next = (text: string, from: number) => readonly [start: number, end: number] | null;

function byText(wanted: string): Next {
  return (text, from) => {
    const at = text.indexOf(wanted, from);
    return at < 0 ? null : [at, at + wanted.length];
  };
}

function byPattern(wanted: string): Next {
  const parts = wanted.split(" ").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(parts.join("\\s+"), "gu");
  return (text, from) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found && [found.index, found.index + found[0].length];
  };
}

/** Between two words, or a letter and none, or two characters of a script without blanks. */
function isBoundary(text: string, at: number): boolean {
  const [before, after] = [classBefore(text, at), classAt(text, at)];
  return before !== "spaced" || after !== "spaced";
}
