/** Scripts without blanks between words. */
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const wordLetter = /[\p{L}\p{N}\p{M}]/u;

export type LetterClass = "none" | "spaced" | "unspaced";

const known = new Map<number, LetterClass>();

/** `none`: no letter or digit. Words of `unspaced` scripts start and end at any character. */
export function letterClass(code: number): LetterClass {
  let found = known.get(code);
  if (found === undefined) {
    const character = String.fromCodePoint(code);
    found = unspacedLetter.test(character) ? "unspaced" : wordLetter.test(character) ? "spaced" : "none";
    known.set(code, found);
  }
  return found;
}

export function classAt(text: string, at: number): LetterClass {
  return at < text.length ? letterClass(text.codePointAt(at) ?? 0) : "none";
}

export function classBefore(text: string, at: number): LetterClass {
  if (at === 0) return "none";
  const isLowSurrogate = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return letterClass(text.codePointAt(isLowSurrogate && at > 1 ? at - 2 : at - 1) ?? 0);
}

/** Where the letters that start at `start` end; scripts with and without blanks do not mix. */
export function endOfLetters(text: string, start: number): number {
  const first = classAt(text, start);
  let at = start;
  while (at < text.length && classAt(text, at) === first) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
