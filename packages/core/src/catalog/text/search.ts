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
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { waitsFor } from "../../journal/waits-for.ts";
import { EventLoopYield } from "../progress.ts";
import { newestFirst } from "../query/list.ts";
import { type OpenSession, openSession, readSession } from "../query/open-session.ts";
import type { Selection } from "../query/selection.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { Matcher } from "./match.ts";
import { OutputFilter } from "./output-filter.ts";
import type { IndexWord, Term } from "./parse-query.ts";

/** Filter only larger turns; parsing is as fast for smaller ones. */
const largeBytes = 40 * 1024;

interface SearchRequest {
  readonly terms: readonly Term[];
  readonly selection: Selection;
  readonly limit: number | null;
  readonly signal: AbortSignal | undefined;
  /** Unanswered requests of a session. */
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

/** The index gives candidate turns; each is then read from the files and matched. Newest session first, turns in order. */
export async function* searchTurns(
  request: SearchRequest,
  database: Database,
  lookup: RolloutLookup,
  host: Host,
): AsyncGenerator<Hit> {
  const candidates = candidatesFor(request.terms, database);
  const matcher = new Matcher(request.terms);
  const filter = OutputFilter.of(request.terms);
  const yielding = new EventLoopYield(host);
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
    const open = openSession(id, database, lookup);
    if (!open) return;
    const { title } = open;
    for await (const { turn, item, snippet } of foundIn(open, windows)) {
      const mayWait = "status" in item && (item.status === "open" || item.status === "declined");
      const unanswered = mayWait ? await request.unansweredIn(agent, thread) : [];
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
      if (filter?.isFor(open.source) && isLarge(open, window))
        yield* await filter.sift(open.source, (source) => all(matchesIn({ ...open, source }, window)));
      else yield* matchesIn(open, window);
    }
  }

  async function* matchesIn(open: OpenSession, window: Window | undefined): AsyncGenerator<Found> {
    for await (const turn of readSession(open, host, { window, isLive: false }).turns) {
      for (const item of turn.items) {
        const snippet = matcher.snippetOf(item);
        if (snippet !== null) yield { turn, item, snippet };
      }
      await yielding.ifDue();
      if (request.signal?.aborted) return;
    }
  }
}

function isDuring({ at }: Unanswered, { startedAt, endedAt }: Turn): boolean {
  return (startedAt === null || at >= startedAt) && (endedAt === null || at <= endedAt);
}

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

/** Looks up few candidates by row; scans for many. */
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

/** Reads neighbouring turns at once. */
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

type Candidates = ReadonlyMap<number, readonly number[]>;

/** Below this, scanning beats another index query. */
const fewTurns = 100;
const turnScale = 2 ** 24;

/** All possible matches; null if the query has no letters, so that any turn may match. */
function candidatesFor(terms: readonly Term[], database: Database): Candidates | null {
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
