import {
  type Annotation,
  type Finding,
  hasTag,
  itemsAround,
  type Library,
  type ListQuery,
  noAnnotation,
  type Page,
  SessionError,
  type SessionId,
  type SessionPlace,
  type SessionSummary,
  shortIdOf,
  type Transcript,
  usageOf,
  type Window,
} from "@reprise/model";
import { turnsOf } from "./memory-usage.ts";
import { hitsIn, parsedSearch } from "./plain-search.ts";
import { type SessionSeed, transcriptFrom } from "./session-seed.ts";

/** A Library over in-memory sessions, for tests of code that uses a Library. */
export function memoryLibrary(seeds: readonly SessionSeed[]): Library {
  return libraryOf(seeds.map(transcriptFrom));
}

/** The same over given transcripts. `annotations` may change meanwhile. */
export function libraryOf(
  transcripts: readonly Transcript[],
  annotations: ReadonlyMap<SessionId, Annotation> = new Map(),
): Library {
  const sorted = transcripts.toSorted((a, b) => compareTime(a.session, b.session));
  const shortIds = shortIdsOf(transcripts.map(({ session }) => session));
  const newestFirst = () =>
    sorted.map(({ session, ...one }) => {
      const shortId = shortIds.get(session.id) ?? session.id;
      return { ...one, session: { ...annotated(session, annotations.get(session.id)), shortId } };
    });
  const transcriptOf = (wanted: SessionId | SessionPlace) => {
    const id = typeof wanted === "string" ? wanted : wanted.id;
    const found = newestFirst().find(({ session }) => session.id === id);
    if (!found) throw new SessionError("not-found", `No session is called ${id}.`);
    return found;
  };
  return {
    async list(query) {
      return pageOf(
        newestFirst().map(({ session }) => session),
        query,
      );
    },
    async *search(text, query, { signal } = {}) {
      const search = parsedSearch(text, query);
      const listed = { ...query, ...search.only };
      const found = newestFirst()
        .filter(({ session }) => isShown(session, listed))
        .flatMap((transcript) => hitsIn(transcript, search) ?? [])
        .toSorted((a, b) => a.rank - b.rank);
      let count = 0;
      for (const hit of found.flatMap(({ hits }) => hits)) {
        if (signal?.aborted || count === query.limit) return;
        count += 1;
        yield hit;
      }
    },
    async read(wanted, window, { excerpt } = {}) {
      const { session, turns, damage } = transcriptOf(wanted);
      const some = inWindow(turns, window).map((turn) =>
        excerpt ? { ...turn, items: itemsAround(turn.items, excerpt.items, excerpt.around) } : turn,
      );
      return { session, turns: each(some), damage };
    },
    async find(text) {
      return findIn(
        newestFirst().map(({ session }) => session),
        text.trim(),
      );
    },
    async shortIds(sessions) {
      const known = newestFirst().filter(({ session }) => sessions.includes(session.id));
      return new Map(known.map(({ session }) => [session.id, session.shortId]));
    },
    async usage(query) {
      const { scope, agent } = query;
      const inScope = transcripts.filter(({ session }) => fits(session, { scope, agent }));
      return usageOf(inScope.map(turnsOf), query);
    },
    async *diagnose(path) {
      for (const { session, damage } of newestFirst()) {
        const file = session.files[0]?.path ?? "";
        const reasons = reasonsToHide(session, { scope: "all" });
        if (path === undefined ? reasons.length > 0 : file.startsWith(path)) {
          yield {
            path: file,
            session: session.id,
            listed: reasons.length === 0,
            reasons,
            damage,
            ailments: [],
          } satisfies Finding;
        }
      }
    },
    async reindex() {
      return { sessionCount: sorted.length, sizeBytes: 0 };
    },
    async *watch() {},
    warnings: async () => [],
    close: () => undefined,
  };
}

/** A thread has most in common with one that is beside it in their order. */
function shortIdsOf(sessions: readonly SessionSummary[]): ReadonlyMap<SessionId, string> {
  const threads = [...new Set(sessions.map(({ thread }) => thread))].sort();
  const places = new Map(threads.map((thread, place) => [thread, place]));
  return new Map(
    sessions.map(({ id, thread }) => {
      const place = places.get(thread) ?? 0;
      return [id, shortIdOf(id, threads.slice(Math.max(0, place - 1), place + 2))];
    }),
  );
}

function annotated(session: SessionSummary, annotation = noAnnotation): SessionSummary {
  return {
    ...session,
    name: annotation.name ?? session.name,
    tags: annotation.tags,
    archived: session.archived || annotation.isArchived,
    hidden: annotation.isHidden,
  };
}

type Compare = (a: SessionSummary, b: SessionSummary) => number;

function compareBy({ order = "updated" }: Pick<ListQuery, "order">): Compare {
  if (order === "updated") return compareTime;
  const field = order === "size" ? "sizeBytes" : "turnCount";
  return (a, b) => b[field] - a[field] || compareTime(a, b);
}

function compareTime(a: SessionSummary, b: SessionSummary): number {
  const [first, second] = [a.updatedAt ?? "", b.updatedAt ?? ""];
  if (first !== second) return first < second ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

function pageOf(sessions: readonly SessionSummary[], query: ListQuery): Page {
  const { limit = 20, cursor } = query;
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new SessionError("bad-use", `A page has at least one row, not ${limit}.`);
  const fitting = sessions.filter((session) => fits(session, query)).toSorted(compareBy(query));
  const shown = fitting.filter((session) => isShown(session, query));
  const rest = cursor === undefined ? shown : after(shown, cursor, query);
  const page = rest.slice(0, limit);
  const hiddenFor = (reason: string) => fitting.filter((session) => reasonsToHide(session, query)[0] === reason).length;
  const last = page.at(-1);
  return {
    sessions: page,
    total: shown.length,
    next: last && rest.length > limit ? cursorOf(last, query) : null,
    hidden: {
      empty: hiddenFor("empty"),
      subagents: hiddenFor("subagents"),
      archived: hiddenFor("archived"),
      byPerson: hiddenFor("byPerson"),
      unreadable: 0,
    },
  };
}

function fits(
  session: SessionSummary,
  { scope, agent, state, since, until, tag }: Pick<ListQuery, "scope" | "agent" | "state" | "since" | "until" | "tag">,
): boolean {
  const updatedAt = session.updatedAt ?? "";
  const isInScope =
    scope === "all" || (session.workspace !== null && `${session.workspace}/`.startsWith(`${scope.workspace}/`));
  return (
    isInScope &&
    (agent === undefined || session.agent === agent) &&
    (tag === undefined || hasTag(session.tags, tag)) &&
    (state === undefined || session.state === state) &&
    (since === undefined || updatedAt >= since) &&
    (until === undefined || updatedAt < until)
  );
}

function isShown(session: SessionSummary, query: ListQuery): boolean {
  return fits(session, query) && reasonsToHide(session, query).length === 0;
}

function reasonsToHide(session: SessionSummary, query: ListQuery): string[] {
  const reasons: string[] = [];
  if (session.hidden && !query.includeHidden) reasons.push("byPerson");
  if (session.subagentOf !== null && !query.subagents) reasons.push("subagents");
  if (session.archived && !query.archived) reasons.push("archived");
  if (session.state === "empty" && !query.includeEmpty && query.state !== "empty") reasons.push("empty");
  return reasons;
}

function queryKey({ cursor: _cursor, limit: _limit, ...query }: ListQuery): string {
  const {
    scope,
    agent = null,
    state = null,
    since = null,
    until = null,
    includeEmpty = false,
    subagents = false,
    archived = false,
    includeHidden = false,
    tag = null,
    order = "updated",
  } = query;
  const shown = [includeEmpty, subagents, archived, includeHidden];
  return JSON.stringify([scope, agent, state, since, until, ...shown, tag, order]);
}

function cursorOf(last: SessionSummary, query: ListQuery): string {
  const { id, updatedAt, sizeBytes, turnCount } = last;
  return JSON.stringify([queryKey(query), { id, updatedAt, sizeBytes, turnCount }]);
}

function after(sessions: readonly SessionSummary[], cursor: string, query: ListQuery): readonly SessionSummary[] {
  const [key, last] = partsOf(cursor);
  if (key !== queryKey(query)) throw new SessionError("bad-use", "The cursor belongs to another query.");
  return sessions.filter((session) => compareBy(query)(session, last as SessionSummary) > 0);
}

function partsOf(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(cursor);
    return Array.isArray(value) ? value : [];
  } catch {
    throw new SessionError("bad-use", "This is not a cursor.");
  }
}

function inWindow(turns: Transcript["turns"], window: Window | undefined): Transcript["turns"] {
  if (!window) return turns;
  if ("last" in window) return window.last > 0 ? turns.slice(-window.last) : [];
  return turns.filter(({ number }) => number >= window.from && number <= window.to);
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

function findIn(sessions: readonly SessionSummary[], text: string): SessionSummary {
  if (text === "") throw new SessionError("bad-use", "Name a session.");
  const isCalled = ({ name }: SessionSummary) => name?.toLowerCase() === text.toLowerCase();
  const isThread = sessions.some(({ thread }) => thread === text);
  const ways: ((session: SessionSummary) => boolean)[] = [
    ({ id }) => id === text,
    (one) => one.thread === text || (isThread && isCalled(one)),
    ({ files }) => files.some(({ path }) => path === text || path.endsWith(`/${text}`)),
    (one) => isCalled(one) || one.id.startsWith(text) || one.thread.startsWith(text),
  ];
  for (const isMeant of ways) {
    const found = sessions.filter(isMeant);
    const [session] = found;
    if (found.length > 1)
      throw new SessionError("ambiguous", `${text} names ${found.length} sessions.`, {
        candidates: found.map(({ id }) => id),
      });
    if (session) return session;
  }
  const near = sessions.filter(({ thread, title }) => thread.startsWith(text.slice(0, 4)) || title.includes(text));
  throw new SessionError("not-found", `No session is called ${text}.`, {
    candidates: near.map(({ id }) => id),
  });
}
