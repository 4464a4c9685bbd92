import { type Agent, asThreadId, type ThreadId, type Timestamp } from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";
import { newestFirst } from "../query/row-order.ts";
import type { Selection } from "../query/selection.ts";
import type { Places } from "./candidates.ts";
import { bestRank } from "./rank.ts";

export interface Candidate {
  readonly id: number;
  readonly agent: Agent;
  readonly home: string;
  readonly thread: ThreadId;
  readonly updatedAt: Timestamp;
  /** The best that it may have, or has. */
  readonly rank: number;
  /** Its place among the newest. */
  readonly order: number;
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
  const found = rowsOf(ids ?? null, selection, database).flatMap((row, order): Candidate[] => {
    const id = Number(row.id);
    const rank = plan.places.length === 0 ? 0 : bestRank(id, plan.places);
    if (rank === null) return [];
    const { agent, home, thread, updatedAt } = row;
    return [
      {
        id,
        rank,
        order,
        agent: agent as Agent,
        home: String(home),
        thread: asThreadId(String(thread)),
        updatedAt: updatedAt as Timestamp,
      },
    ];
  });
  return found.toSorted((a, b) => a.rank - b.rank);
}

/** Newest first. Looks up few by row; scans for many. */
function rowsOf(ids: readonly number[] | null, selection: Selection, database: Database): SqlRow[] {
  const columns = "SELECT id, agent, home, thread, updatedAt FROM rollout";
  const where = `${selection.where} AND ${selection.shown} ${newestFirst}`;
  if (ids !== null && ids.length < 1000) {
    const among = "NOT INDEXED WHERE id IN (SELECT value FROM json_each(?)) AND";
    return database.prepare(`${columns} ${among} ${where}`).all(JSON.stringify(ids), ...selection.values);
  }
  const all = database.prepare(`${columns} WHERE ${where}`).all(...selection.values);
  const wanted = ids && new Set(ids);
  return wanted ? all.filter(({ id }) => wanted.has(Number(id))) : all;
}

export function isBefore(a: Candidate | undefined, b: Candidate | undefined): boolean {
  if (!a || !b) return a !== undefined;
  return a.rank < b.rank || (a.rank === b.rank && a.order < b.order);
}
