import { classAt, fold, letterRuns, type SearchTerm, tryParseJson } from "@reprise/model";
import { plain } from "../text/item-text.ts";
import { mostLetters } from "./byte-finder.ts";

/** A part of a term that a file with the term has in its bytes. */
export interface RawLetters {
  /** Folded. */
  readonly text: string;
  /** Only `a` to `z` and digits, so that they are found in the bytes. */
  readonly isPlain: boolean;
}

/** The part that is likely to be in the fewest files; null if every file may have the term. `ownWords`: not from the file. */
export function rawLettersOf({ text }: Pick<SearchTerm, "text">, ownWords: readonly string[]): RawLetters | null {
  const isForeign = (run: string) => !ownWords.some((word) => word.includes(run));
  const runs = [...text.matchAll(/[a-z0-9]+/g)].map(([run]) => run).filter(isForeign);
  const best = longest(runs.filter((run) => /[a-z]/.test(run))) ?? longest(runs);
  if (best !== null) return { text: best.slice(0, mostLetters), isPlain: true };
  const others = letterRuns(text)
    .filter(({ start }) => text.charCodeAt(start) > 127 && classAt(text, start) !== "none")
    .flatMap(({ start, end }) => text.slice(start, end).match(/[^\0-\x7F]+/g) ?? []);
  const other = longest(others);
  return other === null ? null : { text: other, isPlain: false };
}

function longest(runs: readonly string[]): string | null {
  return runs.reduce<string | null>((best, run) => (best === null || run.length > best.length ? run : best), null);
}

/** Whether a line may have the letters once it is decoded: escapes, accents, wide forms and colour codes do not hide them. */
export function lineMayHave({ text }: RawLetters, line: string): boolean {
  const value = tryParseJson(line);
  // Torn or damaged: its decoder says what it is.
  if (value === undefined) return true;
  for (const left = [value]; left.length > 0; ) {
    const one = left.pop();
    if (typeof one === "string") {
      if (hasLetters(one, text)) return true;
      // Arguments of a call are JSON in a string.
      const inner = one.includes("\\u") ? tryParseJson(one) : undefined;
      if (inner !== undefined && typeof inner !== "string") left.push(inner);
      else if (one.includes("\\u") && hasLetters(one.replace(escapes, unescaped), text)) return true;
    } else if (typeof one === "number") left.push(String(one));
    else if (typeof one === "object" && one !== null) {
      for (const [name, inner] of Object.entries(one)) left.push(name, inner);
    }
  }
  return false;
}

const escapes = /\\u([0-9a-fA-F]{4})/g;
const unescaped = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

function hasLetters(text: string, letters: string): boolean {
  if (fold(text).includes(letters)) return true;
  const shown = plain(text);
  return shown !== text && fold(shown).includes(letters);
}

/** Numbers outside of strings. */
const numbers = /[:,[\s](-?[\d.]+(?:[eE][-+]?\d+)?)\s*[,}\]\\]/g;
const mostDigits = 15;

/** Numbers that JSON may spell otherwise than we do, and sizes of images, which a decoder works out. */
export function mayHideNumbers(text: string): boolean {
  if (text.includes(";base64,")) return true;
  for (const [, number = ""] of text.matchAll(numbers))
    if (number.length > mostDigits || /e/i.test(number)) return true;
  return false;
}
