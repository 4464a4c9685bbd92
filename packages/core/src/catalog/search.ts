import {
  type Agent,
  asThreadId,
  type Hit,
  type Item,
  type Request,
  type SessionId,
  sessionIdOf,
  type ThreadId,
  type Turn,
  type Window,
} from "@reprise/model";
import type { Database, SqlRow } from "../host/database.ts";
import type { Host } from "../host/host.ts";
import { waitsFor } from "../journal/waits-for.ts";
import { type Candidates, candidatesFor } from "./candidates.ts";
import type { Shelf } from "./homes.ts";
import { newestFirst } from "./list.ts";
import { Matcher } from "./match.ts";
import { Breath } from "./pace.ts";
import type { Term } from "./query.ts";
import type { Selection } from "./selection.ts";
import { type OpenSession, openSession, readSession } from "./session.ts";
import { Sieve } from "./sieve.ts";

/** A larger turn is sifted; a smaller one is parsed as quickly. */
const largeBytes = 40 * 1024;

export interface SearchRequest {
  readonly terms: readonly Term[];
  readonly selection: Selection;
  /** At most so many hits; all when null. */
  readonly limit: number | null;
  readonly signal: AbortSignal | undefined;
  /** What a session asked and nobody answered. */
  readonly unansweredIn: (agent: Agent, thread: ThreadId) => Promise<readonly Unanswered[]>;
}

export interface Unanswered {
  readonly at: string;
  readonly request: Request;
}

interface Found {
  readonly turn: Turn;
  readonly item: Item;
  readonly snippet: string;
}

interface Looked {
  readonly id: number;
  readonly agent: Agent;
  readonly thread: ThreadId;
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
  const sieve = Sieve.of(request.terms);
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

  async function* hitsIn({ id, agent, thread, session, windows }: Looked): AsyncGenerator<Hit> {
    const open = openSession(id, database, shelf);
    if (!open) return;
    const { title } = open;
    for await (const { turn, item, snippet } of foundIn(open, windows)) {
      const isOpen = "status" in item && item.status === "open";
      const unanswered = isOpen ? await request.unansweredIn(agent, thread) : [];
      const isWaiting = unanswered.some((one) => isDuring(one, turn) && waitsFor(item, one.request));
      const found = { turn: turn.number, item: item.id, kind: item.kind, at: item.at };
      yield { session, title, ...found, isWaiting, snippet };
    }
  }

  async function* foundIn(
    open: OpenSession,
    windows: readonly (Window | undefined)[],
  ): AsyncGenerator<Found> {
    for (const window of windows) {
      if (sieve?.isFor(open.source) && isLarge(open, window))
        yield* await sieve.sift(open.source, (source) => all(matchesIn({ ...open, source }, window)));
      else yield* matchesIn(open, window);
    }
  }

  async function* matchesIn(open: OpenSession, window: Window | undefined): AsyncGenerator<Found> {
    for await (const turn of readSession(open, host, { window, isLive: false }).turns) {
      for (const item of turn.items) {
        const snippet = matcher.snippetOf(item);
        if (snippet !== null) yield { turn, item, snippet };
      }
      await breath.take();
      if (request.signal?.aborted) return;
    }
  }
}

function isDuring({ at }: Unanswered, { startedAt, endedAt }: Turn): boolean {
  return (startedAt === null || at >= startedAt) && (endedAt === null || at <= endedAt);
}

/** Of a single turn, whether it is worth sifting. */
function isLarge(
  { request }: OpenSession,
  window: Window | undefined,
): window is { from: number; to: number } {
  if (!window || !("from" in window) || window.from !== window.to) return false;
  const { turnStarts } = request.outline;
  const last = request.chain.pieces.length - 1;
  const end = { piece: last, byteOffset: request.chain.pieces[last]?.rollout.sizeBytes ?? 0 };
  const start = (window.from > 1 ? turnStarts[window.from - 1] : null) ?? { piece: 0, byteOffset: 0 };
  const stop = turnStarts[window.to] ?? end;
  return stop.piece !== start.piece || stop.byteOffset - start.byteOffset > largeBytes;
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

function lookedAt(row: SqlRow, candidates: Candidates | null): Looked {
  const [id, agent, thread] = [Number(row.id), row.agent as Agent, asThreadId(String(row.thread))];
  const turns = candidates?.get(id);
  const windows = turns ? windowsOf(turns) : [undefined];
  return { id, agent, thread, session: sessionIdOf(agent, thread), windows };
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

async function all<T>(some: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of some) found.push(one);
  return found;
}
