import { folded, letterOf, letters } from "./letters.ts";

/** A word of the index is at most this long; what is longer is found by its beginning. */
export const longestWord = 64;
/** Longer runs of letters are encoded bytes, not words: they are found at their beginning only. */
export const longestRun = 128;

const { none, lower, upper, unspaced } = letters;

/** The words of the run that starts here, and where it ends; no words when there is no letter. */
export function otherWords(
  text: string,
  start: number,
): { readonly end: number; readonly words: readonly string[] } {
  const code = text.codePointAt(start) ?? 0;
  const kind = letterOf(code);
  if (kind === none) return { end: start + (code > 0xffff ? 2 : 1), words: [] };
  const end = endOfRun(text, start);
  const run = text.slice(start, end);
  if (kind === unspaced) return { end, words: pairs(folded(run)) };
  return { end, words: partStarts(run).map((at) => folded(run).slice(at, at + longestWord)) };
}

/** Where a run of letters ends; letters of scripts with and without blanks do not mix. */
export function endOfRun(text: string, start: number): number {
  const isUnspaced = letterOf(text.codePointAt(start) ?? 0) === unspaced;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = letterOf(code);
    if (kind === none || (kind === unspaced) !== isUnspaced) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Where words begin in a run of letters: at its beginning, and where the case says so. */
export function partStarts(run: string): number[] {
  const starts = [0];
  if (run.length > longestRun) return starts;
  for (let at = 1; at < run.length; at += 1) if (isPartStart(run, at)) starts.push(at);
  return starts;
}

/** `parse|Reply`, `HTTP|Reply`. */
export function isPartStart(run: string, at: number): boolean {
  if (letterOf(run.charCodeAt(at)) !== upper) return false;
  return (
    letterOf(run.charCodeAt(at - 1)) !== upper ||
    (at + 1 < run.length && letterOf(run.charCodeAt(at + 1)) === lower)
  );
}

/** `編譯器` → `編譯 譯器 器`, so that any piece of it is found by pairs, and one character by a beginning. */
export function pairs(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
