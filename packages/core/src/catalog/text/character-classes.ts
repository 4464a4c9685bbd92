/** Scripts without blanks match at any character. */

const none = 0;
const lower = 1;
const upper = 2;
const unspaced = 3;

/** ASCII lookup. Digits count as lower case: `sha256` is one word. */
const ascii = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyz0123456789") ascii[character.charCodeAt(0)] = lower;
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ascii[character.charCodeAt(0)] = upper;

const isUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const isUpper = /\p{Lu}/u;
const isWord = /[\p{L}\p{N}\p{M}]/u;
const known = new Map<number, number>();

/** 0: no letter, 1: lower case or digit, 2: upper case, 3: a script without blanks. */
export function classOf(code: number): number {
  if (code < 128) return ascii[code] ?? none;
  let kind = known.get(code);
  if (kind === undefined) {
    kind = kindOf(String.fromCodePoint(code));
    known.set(code, kind);
  }
  return kind;
}

function kindOf(character: string): number {
  if (isUnspaced.test(character)) return unspaced;
  if (isUpper.test(character)) return upper;
  return isWord.test(character) ? lower : none;
}

export const characterClasses = { none, lower, upper, unspaced, ascii } as const;

/** Same length as the input, so that positions match. */
export function foldCase(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  let result = "";
  for (const character of text) {
    const small = character.toLowerCase();
    result += small.length === character.length ? small : character;
  }
  return result;
}
