import type { Database } from "../../host/database/database.ts";
import { isUnspaced } from "./index-words.ts";
import type { Passage } from "./text-rows.ts";

/** Larger lists are not merged any more. */
const largestBytes = 4 * 1024 * 1024;
const newline = 10;

/**
 * Call in a transaction. Lists of words, one a line; a list is merged with those before it that are not much larger, so that there are
 * few. A word may be in several, and stays when its turn is gone.
 */
export function addVocabulary(database: Database, passages: Iterable<Passage>): void {
  let words = new Set<string>();
  for (const passage of passages)
    for (const word of passage.words.split(" ")) if (word !== "" && !isUnspaced(word)) words.add(word);
  if (words.size === 0) return;
  let list = listOf(words);
  const lists = database.prepare("SELECT id, length(words) AS size FROM vocabulary ORDER BY id DESC").all();
  for (const { id, size } of lists) {
    if (Number(size) > 2 * list.length || Number(size) + list.length > largestBytes) break;
    words = words.union(new Set(wordsIn(database, Number(id)).toString("utf8").split("\n")));
    words.delete("");
    list = listOf(words);
    database.prepare("DELETE FROM vocabulary WHERE id = ?").run(Number(id));
  }
  database.prepare("INSERT INTO vocabulary (words) VALUES (?)").run(list);
}

export interface WordPart {
  readonly text: string;
  /** The word ends with it. */
  readonly isEnd: boolean;
}

/** Words that have the text in them, but do not start with it; null if there are more than `most`. */
export function wordsWith({ text, isEnd }: WordPart, database: Database, most: number): Set<string> | null {
  const found = new Set<string>();
  const wanted = Buffer.from(isEnd ? `${text}\n` : text);
  for (const { id } of database.prepare("SELECT id FROM vocabulary").all()) {
    const list = wordsIn(database, Number(id));
    for (let at = list.indexOf(wanted); at >= 0; ) {
      const start = list.lastIndexOf(newline, at) + 1;
      const end = list.indexOf(newline, at);
      if (start < at) found.add(list.toString("utf8", start, end));
      if (found.size > most) return null;
      // One place in a word is enough, unless it starts with the text and has it once more.
      at = list.indexOf(wanted, start < at ? end : at + 1);
    }
  }
  return found;
}

function listOf(words: ReadonlySet<string>): Buffer {
  return Buffer.from(`\n${[...words].join("\n")}\n`);
}

function wordsIn(database: Database, id: number): Buffer {
  const words = database.prepare("SELECT words FROM vocabulary WHERE id = ?").get(id)?.words as Uint8Array;
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}
