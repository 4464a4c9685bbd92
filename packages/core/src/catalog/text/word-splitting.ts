import { characterClasses, classOf, foldCase } from "./character-classes.ts";

/** Longer words are found by their first characters. */
export const longestWord = 64;
/** Longer runs are encoded bytes: found only at their start. */
export const longestLetterSpan = 128;

const { none, lower, upper, unspaced } = characterClasses;

/** The words of the run at `start`, and its end; none if there is no letter. */
export function wordsAt(
  text: string,
  start: number,
): { readonly end: number; readonly words: readonly string[] } {
  const code = text.codePointAt(start) ?? 0;
  const kind = classOf(code);
  if (kind === none) return { end: start + (code > 0xffff ? 2 : 1), words: [] };
  const end = endOfLetters(text, start);
  const run = text.slice(start, end);
  if (kind === unspaced) return { end, words: characterPairs(foldCase(run)) };
  return { end, words: wordStarts(run).map((at) => foldCase(run).slice(at, at + longestWord)) };
}

/** Letters of scripts with and without blanks do not mix. */
export function endOfLetters(text: string, start: number): number {
  const isUnspaced = classOf(text.codePointAt(start) ?? 0) === unspaced;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    if (kind === none || (kind === unspaced) !== isUnspaced) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Word starts: at the run's start and at case changes. */
function wordStarts(run: string): number[] {
  const starts = [0];
  if (run.length > longestLetterSpan) return starts;
  for (let at = 1; at < run.length; at += 1) if (isWordStart(run, at)) starts.push(at);
  return starts;
}

/** `parse|Reply`, `HTTP|Reply`. */
export function isWordStart(run: string, at: number): boolean {
  if (classOf(run.charCodeAt(at)) !== upper) return false;
  return (
    classOf(run.charCodeAt(at - 1)) !== upper ||
    (at + 1 < run.length && classOf(run.charCodeAt(at + 1)) === lower)
  );
}

/** `編譯器` → `編譯 譯器 器`: pairs find any piece, prefixes a single character. */
export function characterPairs(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
