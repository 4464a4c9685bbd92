import { fewestInside, isFoundInside, letterRuns, type SearchTerm } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import { characterPairs, isUnspaced, longestWord } from "./index-words.ts";
import { wordsWith } from "./vocabulary.ts";

/**
 * Turns that may have a term, by session. A bit for each field of `textFields` in which it may start a word, and one `insideShift`
 * higher for each in which it may be inside of one.
 */
export type Places = ReadonlyMap<number, ReadonlyMap<number, number>>;
export type PlacesToFill = Map<number, Map<number, number>>;

export const insideShift = 8;

const turnScale = 2 ** 24;
const fieldScale = 8;
/** Below this, reading the turns beats another index query. */
const fewPlaces = 100;
/** Beyond this, a text is taken to be in every turn. */
const mostWords = 20_000;
const wordsAtOnce = 200;

/** Null if any turn may have it. */
export function placesOf(term: SearchTerm, database: Database): PlacesToFill | null {
  const runs = letterRuns(term.text).map(({ start, end }) => ({
    text: term.text.slice(start, end).slice(0, longestWord),
    isFirst: start === 0,
    isLast: end === term.text.length,
  }));
  const [first] = runs;
  if (first === undefined) return null;
  const mayBeInside = isFoundInside(term) && first.isFirst;
  const fixed = runs.slice(mayBeInside ? 1 : 0);
  const rest = placesWithAll(
    fixed.flatMap((run) => wordsFor(run, term)),
    database,
  );
  if (!mayBeInside) return rest && placesIn(rest, new Set());
  const atStart = placesWithAll(wordsFor(first, term), database) ?? new Set();
  const inside = placesWithin(first, database);
  if (inside === null && rest === null) return null;
  const among = (places: Set<number>) => (rest === null ? places : places.intersection(rest));
  return placesIn(among(atStart), inside === null ? among(rest ?? new Set()) : among(inside));
}

interface Run {
  readonly text: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A word of the index; `isPrefix`: or one that starts with it. */
interface IndexWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

function wordsFor({ text, isLast }: Run, { isPhrase }: SearchTerm): IndexWord[] {
  if (!isUnspaced(text)) return [{ text, isPrefix: (isLast && !isPhrase) || text.length >= longestWord }];
  const pairs = characterPairs(text);
  if (pairs.length === 1) return [{ text, isPrefix: true }];
  return pairs.slice(0, -1).map((pair) => ({ text: pair, isPrefix: false }));
}

/** Places with words that have the run inside; null if that may be any. */
function placesWithin({ text, isLast }: Run, database: Database): Set<number> | null {
  // Pairs are found anywhere.
  if (isUnspaced(text)) return new Set();
  if (text.length < fewestInside) return null;
  const words = wordsWith({ text, isEnd: !isLast }, database, mostWords);
  if (words === null) return null;
  const found = new Set<number>();
  for (let rest = [...words]; rest.length > 0; rest = rest.slice(wordsAtOnce)) {
    const query = rest.slice(0, wordsAtOnce).map((word) => `"${word}"`);
    for (const place of placesMatching(query.join(" OR "), database)) found.add(place);
  }
  return found;
}

/** Null without words. */
function placesWithAll(words: readonly IndexWord[], database: Database): Set<number> | null {
  let found: Set<number> | null = null;
  for (const { text, isPrefix } of words.toSorted((a, b) => b.text.length - a.text.length)) {
    const places = new Set(placesMatching(`"${text}"${isPrefix ? "*" : ""}`, database));
    found = found === null ? places : places.intersection(found);
    if (found.size <= fewPlaces) break;
  }
  return found;
}

/** As one number each: session, turn and field. */
export function placesMatching(query: string, database: Database): number[] {
  return database
    .prepare(
      `SELECT (rollout * ${turnScale} + turn) * ${fieldScale} + field AS place FROM words JOIN passage ON passage.id = words.rowid WHERE words MATCH ?`,
    )
    .all(query)
    .map(({ place }) => Number(place));
}

export function placesIn(atStart: Iterable<number>, inside: Iterable<number>): PlacesToFill {
  const places: PlacesToFill = new Map();
  for (const place of atStart) addPlace(places, place, 0);
  for (const place of inside) addPlace(places, place, insideShift);
  return places;
}

function addPlace(places: PlacesToFill, place: number, shift: number): void {
  const inTurn = Math.floor(place / fieldScale);
  notePlace(places, {
    session: Math.floor(inTurn / turnScale),
    turn: inTurn % turnScale,
    bit: 1 << ((place % fieldScale) + shift),
  });
}

export function notePlace(
  places: PlacesToFill,
  { session, turn, bit }: { readonly session: number; readonly turn: number; readonly bit: number },
): void {
  let turns = places.get(session);
  if (!turns) {
    turns = new Map();
    places.set(session, turns);
  }
  turns.set(turn, (turns.get(turn) ?? 0) | bit);
}
