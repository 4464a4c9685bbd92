import type { Database } from "../host/database.ts";
import type { IndexWord, Term } from "./query.ts";

/** Turns that may match, by session row. */
export type Candidates = ReadonlyMap<number, readonly number[]>;

/** So few turns are looked at sooner than the index is asked for a further word. */
const fewTurns = 100;
const turnScale = 2 ** 24;

/** Every turn that holds a match is among them; null when the query has no letters, and any turn may match. */
export function candidatesFor(terms: readonly Term[], database: Database): Candidates | null {
  const words = distinct(terms.flatMap((term) => term.words)).toSorted(
    (a, b) => b.text.length - a.text.length,
  );
  if (words.length === 0) return null;
  let found: Set<number> | null = null;
  for (const word of words) {
    const turns = turnsWith(word, database);
    found = found === null ? turns : turns.intersection(found);
    if (found.size <= fewTurns) break;
  }
  return bySession(found ?? new Set());
}

function turnsWith({ text, isPrefix }: IndexWord, database: Database): Set<number> {
  const rows = database
    .prepare(
      `SELECT rollout * ${turnScale} + turn AS place FROM words JOIN passage ON passage.id = words.rowid WHERE words MATCH ?`,
    )
    .all(`"${text}"${isPrefix ? "*" : ""}`);
  return new Set(rows.map(({ place }) => Number(place)));
}

function bySession(places: ReadonlySet<number>): Candidates {
  const sessions = new Map<number, number[]>();
  for (const place of [...places].toSorted((a, b) => a - b)) {
    const session = Math.floor(place / turnScale);
    const turns = sessions.get(session);
    if (turns) turns.push(place % turnScale);
    else sessions.set(session, [place % turnScale]);
  }
  return sessions;
}

function distinct(words: readonly IndexWord[]): IndexWord[] {
  return [...new Map(words.map((word) => [`${word.text}${word.isPrefix}`, word])).values()];
}
