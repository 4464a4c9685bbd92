import {
  type Damage,
  type Finding,
  type Hit,
  type Library,
  type ListQuery,
  type Page,
  type Reading,
  SessionError,
  type SessionSummary,
  type Turn,
  type Usage,
  type UsageQuery,
  usageOf,
  type Warning,
  type Window,
} from "@reprise/model";

export interface LibraryContents {
  readonly sessions?: readonly SessionSummary[];
  readonly turns?: readonly Turn[];
  readonly damage?: readonly Damage[];
  readonly hits?: readonly Hit[];
  readonly findings?: readonly Finding[];
  readonly usage?: Usage;
  readonly warnings?: readonly Warning[];
  /** Thrown by whatever is asked first. */
  readonly failure?: Error;
}

export interface MemoryLibrary extends Library {
  readonly asked: {
    query?: ListQuery;
    window?: Window | undefined;
    path?: string | undefined;
    text?: string;
    usage?: UsageQuery;
  };
  isClosed: boolean;
}

/** A library in memory, as small as the command line's tests need; the shared one is in testkit. */
export function libraryWith(contents: LibraryContents): MemoryLibrary {
  const sessions = contents.sessions ?? [];
  const asked: MemoryLibrary["asked"] = {};
  const check = () => {
    if (contents.failure) throw contents.failure;
  };
  return {
    asked,
    isClosed: false,
    async list(query) {
      check();
      asked.query ??= query;
      return pageOf(sessions, query);
    },
    async *search(text, query) {
      check();
      Object.assign(asked, { text, query });
      yield* contents.hits ?? [];
    },
    async read(wanted, window) {
      check();
      asked.window = window;
      const session = sessions.find((one) => one === wanted || one.id === wanted) as SessionSummary;
      return readingOf(session, { turns: contents.turns ?? [], damage: contents.damage ?? [] }, window);
    },
    async find(text) {
      check();
      return found(sessions, text);
    },
    async shortIds(ids) {
      check();
      return new Map(sessions.filter(({ id }) => ids.includes(id)).map(({ id, shortId }) => [id, shortId]));
    },
    async usage(query) {
      check();
      asked.usage = query;
      return contents.usage ?? usageOf([], query);
    },
    async *diagnose(path) {
      check();
      asked.path = path;
      yield* contents.findings ?? [];
    },
    async reindex() {
      check();
      return { sessionCount: sessions.length, sizeBytes: 4096 };
    },
    async *watch() {},
    warnings: async () => contents.warnings ?? [],
    close() {
      this.isClosed = true;
    },
  };
}

function pageOf(all: readonly SessionSummary[], query: ListQuery): Page {
  const { scope, agent, state } = query;
  const inScope = all.filter(
    (one) =>
      (scope === "all" || one.workspace === scope.workspace) &&
      (agent === undefined || one.agent === agent) &&
      (state === undefined || one.state === state),
  );
  const reasonOf = (one: SessionSummary) => {
    if (one.state === "unreadable") return "unreadable";
    if (one.hidden) return "byPerson";
    return one.archived ? "archived" : one.subagentOf ? "subagents" : one.state === "empty" ? "empty" : null;
  };
  const isShown = {
    empty: query.includeEmpty,
    subagents: query.subagents,
    archived: query.archived,
    byPerson: query.includeHidden,
    unreadable: state === "unreadable",
  };
  const shown = inScope.filter((one) => reasonOf(one) === null || isShown[reasonOf(one) ?? "empty"]);
  const hiddenFor = (reason: keyof typeof isShown) =>
    isShown[reason] ? 0 : inScope.filter((one) => reasonOf(one) === reason).length;
  const start = Number(query.cursor ?? 0);
  const end = start + (query.limit ?? 20);
  return {
    sessions: shown.slice(start, end),
    total: shown.length,
    next: end < shown.length ? String(end) : null,
    hidden: {
      empty: hiddenFor("empty"),
      subagents: hiddenFor("subagents"),
      archived: hiddenFor("archived"),
      byPerson: hiddenFor("byPerson"),
      unreadable: hiddenFor("unreadable"),
    },
  };
}

function found(all: readonly SessionSummary[], text: string): SessionSummary {
  const matches = all.filter(
    ({ id, thread, name, files }) =>
      id.startsWith(text) || thread.startsWith(text) || name === text || files.some(({ path }) => path === text),
  );
  if (matches.length === 1 && matches[0]) return matches[0];
  const candidates = (matches.length === 0 ? all : matches).map(({ id }) => id);
  if (matches.length === 0) throw new SessionError("not-found", `There is no session "${text}".`, { candidates });
  throw new SessionError("ambiguous", `"${text}" is the beginning of several sessions.`, { candidates });
}

function readingOf(
  session: SessionSummary,
  contents: { turns: readonly Turn[]; damage: readonly Damage[] },
  window?: Window,
): Reading {
  const { turns } = contents;
  const damage: Damage[] = [];
  const chosen =
    window === undefined
      ? turns
      : "last" in window
        ? turns.slice(-window.last)
        : turns.filter(({ number }) => number >= window.from && number <= window.to);
  async function* read() {
    yield* chosen;
    damage.push(...contents.damage);
  }
  return { session, turns: read(), damage };
}
