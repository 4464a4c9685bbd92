import { classAt, letterRuns } from "@reprise/model";

/** Longer words are found by their first characters. */
export const longestWord = 128;

/** The words of a folded text as they are indexed. */
export function* wordsOfRuns(folded: string): Generator<string> {
  for (const { start, end } of letterRuns(folded)) {
    const run = folded.slice(start, end);
    if (isUnspaced(run)) yield* characterPairs(run);
    else yield run.slice(0, longestWord);
  }
}

export function isUnspaced(word: string): boolean {
  return word.charCodeAt(0) > 127 && classAt(word, 0) === "unspaced";
}

/** `編譯器` → `編譯 譯器 器`: pairs find any piece, prefixes a single character. */
export function characterPairs(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
