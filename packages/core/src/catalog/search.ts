import { type Agent, asThreadId, type Hit, type SessionId, sessionIdOf, type Window } from "@reprise/model";
import type { Database, SqlRow } from "../host/database.ts";
import type { Host } from "../host/host.ts";
import { type Candidates, candidatesFor } from "./candidates.ts";
import type { Shelf } from "./homes.ts";
import { newestFirst } from "./list.ts";
import { Matcher } from "./match.ts";
import { Breath } from "./pace.ts";
import type { Term } from "./query.ts";
import type { Selection } from "./selection.ts";
import { openSession, readSession } from "./session.ts";

export interface SearchRequest {
  readonly terms: readonly Term[];
  readonly selection: Selection;
  /** At most so many hits; all when null. */
  readonly limit: number | null;
  readonly signal: AbortSignal | undefined;
}

interface Looked {
  readonly id: number;
  readonly session: SessionId;
  readonly windows: readonly (Window | undefined)[];
}

/**
 * Asks the index which turns may match, then reads those turns from the files and looks: what is given out stands in the
 * files at this moment. Sessions newest first, turns of a session in their order.
 */
export async function* searchTurns(
  request: SearchRequest,
  database: Database,
  shelf: Shelf,
  host: Host,
): AsyncGenerator<Hit> {
  const candidates = candidatesFor(request.terms, database);
  const matcher = new Matcher(request.terms);
  const breath = new Breath(host);
  let count = 0;
  for (const row of sessionsAmong(candidates, request.selection, database)) {
    for await (const hit of hitsIn(lookedAt(row, candidates))) {
      yield hit;
      count += 1;
      if (count === request.limit || request.signal?.aborted) return;
    }
    if (request.signal?.aborted) return;
  }

  async function* hitsIn({ id, session, windows }: Looked): AsyncGenerator<Hit> {
    const open = openSession(id, database, shelf);
    if (!open) return;
    for (const window of windows) {
      for await (const turn of readSession(open, host, { window, isLive: false }).turns) {
        for (const item of turn.items) {
          const snippet = matcher.snippetOf(item);
          if (snippet === null) continue;
          const { title } = open;
          yield { session, title, turn: turn.number, item: item.id, kind: item.kind, snippet, at: item.at };
        }
        await breath.take();
        if (request.signal?.aborted) return;
      }
    }
  }
}

/** Few candidates are looked up by their rows, many by going through all. */
function sessionsAmong(candidates: Candidates | null, selection: Selection, database: Database): SqlRow[] {
  const columns = "SELECT id, agent, thread FROM rollout";
  const where = `${selection.where} AND ${selection.shown} ${newestFirst}`;
  if (candidates && candidates.size < 1000) {
    const among = "NOT INDEXED WHERE id IN (SELECT value FROM json_each(?)) AND";
    const ids = JSON.stringify([...candidates.keys()]);
    return database.prepare(`${columns} ${among} ${where}`).all(ids, ...selection.values);
  }
  const all = database.prepare(`${columns} WHERE ${where}`).all(...selection.values);
  return candidates ? all.filter(({ id }) => candidates.has(Number(id))) : all;
}

function lookedAt({ id, agent, thread }: SqlRow, candidates: Candidates | null): Looked {
  const turns = candidates?.get(Number(id));
  const session = sessionIdOf(agent as Agent, asThreadId(String(thread)));
  return { id: Number(id), session, windows: turns ? windowsOf(turns) : [undefined] };
}

/** Neighbouring turns are read in one go. */
function windowsOf(turns: readonly number[]): Window[] {
  const windows: { from: number; to: number }[] = [];
  for (const turn of turns) {
    const last = windows.at(-1);
    if (last && turn === last.to + 1) last.to = turn;
    else windows.push({ from: turn, to: turn });
  }
  return windows;
}
