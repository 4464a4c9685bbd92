import { type Agent, asThreadId, type ThreadId, type Timestamp } from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";
import { type OpenSession, openedColumns, openedFrom } from "../query/open-session.ts";
import { newestFirst } from "../query/row-order.ts";
import type { Selection } from "../query/selection.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { jsonIn, type Summary } from "../row.ts";
import type { Places } from "./candidates.ts";
import { bestRank } from "./rank.ts";

export interface Candidate {
  readonly id: number;
  /** The best that it may have, or has. */
  readonly rank: number;
  /** Its place among the newest. */
  readonly order: number;
}

/** Of a candidate whose turn it is. */
export interface CandidateSession {
  readonly id: number;
  readonly agent: Agent;
  readonly home: string;
  readonly thread: ThreadId;
  readonly updatedAt: Timestamp;
  readonly title: string;
  /** As recorded in its log. */
  readonly name: string | null;
  /** Null if one of its files is gone. */
  open(lookup: RolloutLookup): OpenSession | null;
}

interface TermPlaces {
  /** Turns that may have each term; null: any may. */
  readonly places: readonly (Places | null)[];
  readonly touchedPlaces: Places | null;
}

/** Sessions that may match, best first, then newest first. */
export function candidatesIn(plan: TermPlaces, selection: Selection, database: Database): Candidate[] {
  const known = [...plan.places, plan.touchedPlaces].filter((places) => places !== null);
  const [fewest] = known.toSorted((a, b) => a.size - b.size);
  const ids = fewest && [...fewest.keys()].filter((id) => known.every((places) => places.has(id)));
  const found = idsIn(ids ?? null, selection, database).flatMap((id, order): Candidate[] => {
    const rank = plan.places.length === 0 ? 0 : bestRank(id, plan.places);
    return rank === null ? [] : [{ id, rank, order }];
  });
  return found.toSorted((a, b) => a.rank - b.rank);
}

/** Newest first. */
function idsIn(ids: readonly number[] | null, selection: Selection, database: Database): number[] {
  const where = `${selection.where} AND ${selection.shown} ${newestFirst}`;
  const rows =
    ids === null
      ? database.prepare(`SELECT id FROM rollout WHERE ${where}`).all(...selection.values)
      : database
          .prepare(`SELECT id FROM rollout NOT INDEXED WHERE id IN (SELECT value FROM json_each(?)) AND ${where}`)
          .all(JSON.stringify(ids), ...selection.values);
  return rows.map(({ id }) => Number(id));
}

export function* following(candidates: readonly Candidate[], from: number): Generator<Candidate> {
  for (let at = from; at < candidates.length; at += 1) yield candidates[at] as Candidate;
}

/** Soon enough for the first hit, and few queries for thousands. */
const [fewAtOnce, mostAtOnce] = [4, 64];

/** The rows of candidates, several at once, since most are asked for in their order. */
export class CandidateSessions {
  readonly #database: Database;
  #known = new Map<number, CandidateSession>();
  #atOnce = fewAtOnce;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null if it is gone. `following`: those that come after it. */
  of(id: number, following: Iterable<Candidate>): CandidateSession | null {
    if (!this.#known.has(id))
      this.#read([
        id,
        ...Iterator.from(following)
          .map((one) => one.id)
          .take(this.#atOnce),
      ]);
    const found = this.#known.get(id) ?? null;
    this.#known.delete(id);
    return found;
  }

  #read(ids: readonly number[]): void {
    this.#atOnce = Math.min(this.#atOnce * 2, mostAtOnce);
    const rows = this.#database
      .prepare(
        `SELECT id, agent, home, thread, updatedAt, ${openedColumns} FROM rollout JOIN outline USING (id) WHERE id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(ids));
    this.#known = new Map(rows.map((row) => [Number(row.id), sessionIn(row)]));
  }
}

function sessionIn(row: SqlRow): CandidateSession {
  const summary = jsonIn<Summary>(row.summary);
  return {
    id: Number(row.id),
    agent: row.agent as Agent,
    home: String(row.home),
    thread: asThreadId(String(row.thread)),
    updatedAt: row.updatedAt as Timestamp,
    title: summary.title,
    name: summary.about.name ?? null,
    open: (lookup) => openedFrom(row, summary, lookup),
  };
}

export function isBefore(a: Candidate | undefined, b: Candidate | undefined): boolean {
  if (!a || !b) return a !== undefined;
  return a.rank < b.rank || (a.rank === b.rank && a.order < b.order);
}
