import { SessionError } from "@reprise/model";
import { characterClasses, classOf, foldCase } from "./character-classes.ts";
import { characterPairs, endOfLetters, longestWord } from "./word-splitting.ts";

/** A word that must be in the index; `isPrefix`: or one that starts with it. */
export interface IndexWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

export interface Term {
  readonly text: string;
  /** Quoted: must end at a word end. Otherwise a prefix is enough. */
  readonly isExact: boolean;
  /** Words that every match contains; empty if the term has no letters. */
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
