import { SessionError } from "@reprise/model";
import { characterClasses, classOf, foldCase } from "./character-classes.ts";
import { characterPairs, endOfLetters, longestWord } from "./word-splitting.ts";

/** A word of the index that must be there; `isPrefix`: or one that begins so. */
export interface IndexWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** One word or quoted phrase of a query. */
export interface Term {
  readonly text: string;
  /** Quoted: it ends where a word ends. Otherwise a longer word may begin with it. */
  readonly isExact: boolean;
  /** Every text that matches the term holds all of these; empty when it has no letters. */
  readonly words: readonly IndexWord[];
}

/** Words and "quoted phrases"; all of them must be found in one item. */
export function parseQuery(text: string): readonly Term[] {
  const terms = [...text.normalize("NFC").matchAll(/"([^"]*)(?:"|$)|[^\s"]+/g)]
    .map(({ 0: bare, 1: quoted }) => termOf(quoted ?? bare, quoted !== undefined))
    .filter((term) => term.text !== "");
  if (terms.length === 0)
    throw new SessionError("bad-use", 'Nothing to search for. Give a word or a "phrase in quotes".');
  return terms;
}

function termOf(text: string, isExact: boolean): Term {
  const wanted = text.trim();
  return { text: wanted, isExact, words: indexWords(wanted) };
}

function indexWords(text: string): IndexWord[] {
  const words: IndexWord[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    if (kind === characterClasses.none) {
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    const end = endOfLetters(text, at);
    const run = foldCase(text.slice(at, end));
    if (kind === characterClasses.unspaced) for (const pair of wordsOfPairs(run)) words.push(pair);
    else
      words.push({
        text: run.slice(0, longestWord),
        isPrefix: end === text.length || run.length > longestWord,
      });
    at = end;
  }
  return words;
}

function wordsOfPairs(run: string): IndexWord[] {
  const found = characterPairs(run);
  if (found.length === 1) return [{ text: run, isPrefix: true }];
  return found.slice(0, -1).map((pair) => ({ text: pair, isPrefix: false }));
}
