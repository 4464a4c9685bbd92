import { join } from "node:path";
import {
  type Agent,
  type Changes,
  type Finding,
  type Hit,
  isBlankSearch,
  isHeld,
  type Library,
  type ListQuery,
  type Page,
  type Progress,
  parseSearch,
  type Reading,
  type ReadOptions,
  type SearchOptions,
  type SearchQuery,
  type SearchTerm,
  SessionError,
  type SessionId,
  type SessionPlace,
  type SessionSummary,
  type ThreadId,
  type Turn,
  termOf,
  turnStateIn,
  type Usage,
  type UsageQuery,
  type Warning,
  type Window,
} from "@reprise/model";
import type { About } from "../agents/reading/fact.ts";
import type { RolloutRef } from "../agents/reading/source.ts";
import { lastRevision, sessionsSince } from "../catalog/index/revisions.ts";
import { listRows } from "../catalog/query/list.ts";
import { isUnchanged, type OpenSession, openSession, readSession } from "../catalog/query/open-session.ts";
import { shortIdsIn } from "../catalog/query/short-id.ts";
import { jsonIn, type Summary } from "../catalog/row.ts";
import { type Choose, type ScanOptions, UnindexedFiles } from "../catalog/scan/unindexed-files.ts";
import { clearCatalog } from "../catalog/schema.ts";
import { indexText, type TextOptions } from "../catalog/text/index-text.ts";
import { indexJournals } from "../catalog/text/journal-texts.ts";
import { searchSessions, type Unanswered } from "../catalog/text/search.ts";
import { agentsWithPendingText, type TitleHit, titleHits } from "../catalog/text/title-hits.ts";
import type { Touched } from "../catalog/text/touched.ts";
import { Threads } from "../catalog/threads.ts";
import { type Database, DatabaseError, type SqlRow } from "../host/database/database.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import type { JournalItem } from "../journal/journal-items.ts";
import type { TurnReading } from "../transcript/read-turns.ts";
import type { CatalogView } from "./catalog-view.ts";
import { diagnose } from "./diagnose.ts";
import { type CatalogOptions, FreshCatalog } from "./fresh-catalog.ts";
import { homesOf } from "./homes.ts";
import { withJournalItems } from "./with-journal-items.ts";

export interface RecordedSession {
  readonly session: SessionSummary;
  readonly about: Partial<About>;
  /** The agent's home with its rollout: in another home the agent does not know the session. */
  readonly home: string;
  /** The chat that it is a copy of; null: it is the agent's own. */
  readonly chat: string | null;
  /** History was injected before the first turn. */
  readonly hasInjected: boolean;
  /** Its source files, oldest first. */
  readonly rollouts: readonly RolloutRef[];
}

interface FileLibraryOptions extends CatalogOptions, ScanOptions {
  /** Called when a search has left files unindexed: they are to be indexed without anyone waiting. Absent: searches look at their bytes. */
  readonly indexBehind?: (() => void) | undefined;
  /** Adds to the last turn the current files' evidence on edits with an uncertain outcome. */
  readonly lookAtFiles?: ((turn: Turn, cwd: string | null) => Turn) | undefined;
}

interface ReadWish extends ReadOptions {
  readonly window: Window | undefined;
}

interface FoundSession {
  readonly view: CatalogView;
  readonly row: SqlRow;
  readonly open: OpenSession;
}

/** A Library over the agents' own files. */
export class FileLibrary implements Library {
  readonly #host: Host;
  readonly #options: FileLibraryOptions;
  readonly #catalog: FreshCatalog;
  readonly #told: WatchedOwners;

  constructor(host: Host, options: FileLibraryOptions) {
    this.#host = host;
    this.#options = options;
    this.#catalog = new FreshCatalog(host, options);
    this.#told = new WatchedOwners(host);
  }

  list(query: ListQuery): Promise<Page> {
    return this.#catalog.fresh((view) => {
      const { rows, ...page } = listRows(query, view.selection(query), view.database);
      return { ...page, sessions: rows.map((row) => this.#told.note(view.summary(row))) };
    });
  }

  async *search(text: string, query: SearchQuery, how: SearchOptions = {}): AsyncGenerator<Hit> {
    const wish = this.#wishOf(text, query);
    const { terms, touched, list } = wish;
    if (terms.length === 0 && touched === null) return yield* this.#titlesOf(list);
    const titled = new Set<number>();
    const sought = this.#unindexed(wish);
    for (const { id, hit } of touched === null ? this.#earlyTitles(wish, sought) : []) {
      if (titled.size === query.limit || how.signal?.aborted) return;
      titled.add(id);
      yield hit;
    }
    if (titled.size === query.limit || how.signal?.aborted) return;
    const limit = query.limit === undefined ? null : query.limit - titled.size;
    const onProgress = (progress: Progress) => {
      this.#options.onProgress?.(progress);
      how.onProgress?.(progress);
    };
    let choose: Choose | undefined;
    yield* this.#catalog.freshEach(
      async (view) => {
        await this.#completeText(view, how, choose);
        return { view, selection: view.selection(list) };
      },
      ({ view, selection }) => {
        if (how.signal?.aborted) return nothing();
        const withJournal = (agent: Agent, thread: ThreadId, reading: TurnReading) =>
          this.#withJournal(agent, thread, reading);
        const given = { names: view.names(), unansweredIn: this.#unanswered(), withJournal, signal: how.signal };
        const request = { terms, touched, selection, limit, titled, ...given };
        return searchSessions(request, view.database, view.lookup, this.#host);
      },
      {
        isWithText: true,
        ...how,
        choosing: async (database, threads) => {
          await indexJournals(database, { host: this.#host, signal: how.signal });
          const names = this.#catalog.asLeft((view) => view.names()) ?? [];
          choose = sought.chooser({ database, names, threads, onProgress, signal: how.signal });
          return choose;
        },
      },
    );
    if (sought.hasLeft) this.#options.indexBehind?.();
  }

  /** What searches have left for later. */
  async indexRest(signal?: AbortSignal): Promise<void> {
    await this.#catalog.fresh((view) => this.#completeText(view, { signal }), { isWithText: true, signal });
  }

  #unindexed({ terms, touched }: { terms: readonly SearchTerm[]; touched: Touched | null }): UnindexedFiles {
    const paths = touched?.paths.map((path) => termOf(path, false)) ?? [];
    return new UnindexedFiles([...terms, ...paths], this.#host, this.#options);
  }

  #wishOf(text: string, { paths = [], tools = [], limit, ...query }: SearchQuery) {
    const agents = this.#options.sources.map(({ agent }) => agent);
    const parsed = parseSearch(text, { agents, now: this.#host.now() });
    const touched = { paths: [...paths, ...parsed.paths], tools: [...tools, ...parsed.tools] };
    const isTouched = touched.paths.length + touched.tools.length > 0;
    if (isBlankSearch(parsed) && !isTouched)
      throw new SessionError("bad-use", 'Nothing to search for. Give a word or a "phrase in quotes".');
    const list: ListQuery = { ...query, ...parsed.only, ...(limit === undefined ? {} : { limit }) };
    return { terms: parsed.terms, touched: isTouched ? touched : null, list };
  }

  /** Titles that match, if text is to be indexed before the answer. */
  #earlyTitles(
    { terms, list }: { terms: readonly SearchTerm[]; list: ListQuery },
    sought: UnindexedFiles,
  ): readonly TitleHit[] {
    const titles = this.#catalog.asLeft((view) => {
      const isSlow = (agent: Agent) =>
        !this.#options.sources.some((one) => one.agent === agent && sought.canChoose(one));
      if (!agentsWithPendingText(view.database).some(isSlow)) return [];
      return [...titleHits({ terms, selection: view.selection(list), names: view.names() }, view.database)];
    });
    return titles ?? [];
  }

  async *#titlesOf(query: ListQuery): AsyncGenerator<Hit> {
    const hits = await this.#catalog.fresh((view) => {
      const all = titleHits({ terms: [], selection: view.selection(query), names: view.names() }, view.database);
      return [...all.take(query.limit ?? Number.POSITIVE_INFINITY)];
    });
    for (const { hit } of hits) yield hit;
  }

  async read(session: SessionId | SessionPlace, window?: Window, how: ReadOptions = {}): Promise<Reading> {
    const wish = { window, ...how };
    const unchanged = typeof session === "string" ? null : await this.#readUnchanged(session, wish);
    if (unchanged) return unchanged;
    return this.#catalog.fresh(async (view) => {
      const row = typeof session === "string" ? view.find(session) : view.findAgain(session);
      const open = openSession(Number(row.id), view.database, view.lookup);
      const { id } = view.summary(row);
      if (!open) throw new SessionError("not-found", `A file of ${id} no longer exists. List the sessions again.`);
      return this.#reading({ view, row, open }, wish);
    });
  }

  /** Without a look at all other files; null unless the session's own are as they were at the last look. */
  async #readUnchanged(place: SessionPlace, wish: ReadWish): Promise<Reading | null> {
    const view = this.#catalog.last;
    if (view === null) return null;
    try {
      const row = view.rowOf(place);
      const open = row && openSession(Number(row.id), view.database, view.lookup);
      if (!row || !open || !isUnchanged(row, open, this.#host)) return null;
      return await this.#reading({ view, row, open }, wish);
    } catch (error) {
      // A fresh look says what is wrong, or makes the store again.
      if (error instanceof DatabaseError || error instanceof SessionError) return null;
      throw error;
    }
  }

  async #reading({ view, row, open }: FoundSession, wish: ReadWish): Promise<Reading> {
    const summary = this.#told.note(view.summary(row));
    const reading = readSession(open, this.#host, { ...wish, isLive: isHeld(summary.state) });
    const seen = await this.#journalItems(summary.agent, summary.thread);
    const told = seen.length === 0 ? reading.turns : withJournalItems(reading, seen);
    const { cwd = null, workspace = null } = jsonIn<Summary>(row.summary).about;
    const isOver = (turn: Turn) => !isHeld(summary.state) && turn.number === summary.turnCount;
    const { lookAtFiles = (turn) => turn } = this.#options;
    const turns = mapped(told, (turn) =>
      isOver(turn) ? lookAtFiles({ ...turn, state: turnStateIn(summary.state, turn.state) }, cwd ?? workspace) : turn,
    );
    return { session: summary, turns, damage: reading.damage };
  }

  /** Answers all queries inside `act` from one look at the disk. */
  atOnce<T>(act: () => Promise<T>): Promise<T> {
    return this.#catalog.hold(act);
  }

  /** A session with the settings from its log, for resuming it. */
  recorded(text: string): Promise<RecordedSession> {
    return this.#catalog.fresh((view) => {
      const row = view.find(text);
      const { about, hasInjected } = jsonIn<Summary>(row.summary);
      const open = openSession(Number(row.id), view.database, view.lookup);
      const rollouts = open?.request.chain.pieces.map(({ rollout }) => rollout) ?? [];
      const home = String(row.home);
      const chat = this.#options.copies?.chatIn(home) ?? null;
      return { session: view.summary(row), about, home, chat, hasInjected, rollouts };
    });
  }

  find(text: string): Promise<SessionSummary> {
    return this.#catalog.fresh((view) => view.summary(view.find(text)));
  }

  async shortIds(sessions: readonly SessionId[]): Promise<ReadonlyMap<SessionId, string>> {
    const { last } = this.#catalog;
    if (last !== null) return shortIdsIn(sessions, last.database);
    return this.#catalog.fresh((view) => shortIdsIn(sessions, view.database));
  }

  usage(query: UsageQuery, signal?: AbortSignal): Promise<Usage> {
    const { scope, agent } = query;
    return this.#catalog.fresh(
      async (view) => {
        // Loaded on demand: lists do not need it.
        const { countUsage } = await import("../catalog/usage/count-usage.ts");
        const selection = view.selection(agent === undefined ? { scope } : { scope, agent });
        const parts = { database: view.database, lookup: view.lookup, selection, names: view.names() };
        const { onProgress, startThreads } = this.#options;
        const threads = startThreads ? new Threads(startThreads) : null;
        const counting = countUsage(query, parts, { host: this.#host, threads, onProgress, signal });
        return counting.finally(() => threads?.end());
      },
      { isLong: true, signal },
    );
  }

  async *diagnose(path?: string): AsyncGenerator<Finding> {
    const machine = { host: this.#host, sources: this.#options.sources };
    yield* this.#catalog.freshEach(
      async (view) => ({ view }),
      ({ view }) => diagnose(path, view, machine),
    );
  }

  reindex(signal?: AbortSignal): Promise<{ readonly sessionCount: number; readonly sizeBytes: number }> {
    let isCleared = false;
    const clear = (database: Database) => {
      if (!isCleared) clearCatalog(database);
      isCleared = true;
    };
    return this.#catalog.fresh(
      async (view) => {
        await this.#completeText(view, { signal });
        const row = view.database
          .prepare("SELECT count(*) AS count, total(sizeBytes) AS bytes FROM rollout WHERE role = 'main'")
          .get();
        return { sessionCount: Number(row?.count), sizeBytes: Number(row?.bytes) };
      },
      { isWithText: true, signal, first: clear },
    );
  }

  async *watch(signal: AbortSignal): AsyncGenerator<Changes> {
    const { sources, homes: given, copies } = this.#options;
    const runs = join(stateFolderOf(this.#host), "runs");
    const homes = () => [...homesOf(sources, given, this.#host, () => {}).map(({ path }) => path), runs];
    // Loaded on demand: lists do not need it.
    const { watchFolders } = await import("../host/files/watch-folders.ts");
    const noticed = new Set<SessionId>();
    let annotations = this.#catalog.annotations();
    const notice = () => {
      // What they are copies of tells nobody when it changes.
      void copies?.refresh().catch(() => undefined);
      const before = annotations;
      annotations = this.#catalog.annotations();
      const sessions = [...this.#told.gone(), ...annotations.changedSince(before)];
      for (const session of sessions) noticed.add(session);
      return sessions.length > 0;
    };
    let before: number | null = null;
    for await (const _ of watchFolders(homes, signal, notice)) {
      const since: number | null = before;
      // The number before the rows: what is written between the two is told twice, not never.
      const [number, changed]: [number, readonly SessionId[] | null] = await this.#catalog.fresh(({ database }) => [
        lastRevision(database),
        since === null ? [] : sessionsSince(database, since),
      ]);
      before = number;
      const sessions = changed && [...new Set([...changed, ...noticed])];
      noticed.clear();
      yield { sessions: sessions !== null && sessions.length > 0 ? sessions : null };
    }
  }

  async warnings(): Promise<readonly Warning[]> {
    return this.#catalog.warnings();
  }

  close(): void {
    this.#catalog.close();
  }

  async #journalItems(agent: Agent, thread: ThreadId): Promise<readonly JournalItem[]> {
    // Loaded on demand: lists do not need journals.
    const { journalItems } = await import("../journal/journal-items.ts");
    const { seen, warnings } = await journalItems(agent, thread, stateFolderOf(this.#host), this.#host);
    for (const warning of warnings) this.#catalog.warn(warning);
    return seen;
  }

  async *#withJournal(agent: Agent, thread: ThreadId, reading: TurnReading): AsyncGenerator<Turn> {
    yield* withJournalItems(reading, await this.#journalItems(agent, thread));
  }

  /** Reads each session's journals once per search. */
  #unanswered() {
    const known = new Map<ThreadId, Promise<readonly Unanswered[]>>();
    return (agent: Agent, thread: ThreadId) => {
      const found =
        known.get(thread) ??
        this.#journalItems(agent, thread).then((seen) =>
          seen.flatMap(({ at, unanswered: request }) => (request === null ? [] : [{ at, request }])),
        );
      known.set(thread, found);
      return found;
    };
  }

  async #completeText(
    { database, lookup }: CatalogView,
    { signal, onProgress }: SearchOptions,
    chosen?: Choose,
  ): Promise<void> {
    const report = (progress: Progress) => {
      this.#options.onProgress?.(progress);
      onProgress?.(progress);
    };
    const choose: TextOptions["choose"] = chosen && ((pending, source) => chosen(pending, source, { isNew: false }));
    await indexText(database, lookup, { host: this.#host, choose, onProgress: report, signal });
    await indexJournals(database, { host: this.#host, signal });
  }
}

async function* mapped(turns: AsyncIterable<Turn>, map: (turn: Turn) => Turn): AsyncGenerator<Turn> {
  for await (const turn of turns) yield map(turn);
}

async function* nothing(): AsyncGenerator<never> {}

/** Processes reported as session owners: no file changes when one dies. */
class WatchedOwners {
  readonly #host: Pick<Host, "processes">;
  readonly #sessions = new Map<number, Set<SessionId>>();

  constructor(host: Pick<Host, "processes">) {
    this.#host = host;
  }

  note(session: SessionSummary): SessionSummary {
    if (session.owner === null) return session;
    const { pid } = session.owner;
    this.#sessions.set(pid, (this.#sessions.get(pid) ?? new Set()).add(session.id));
    return session;
  }

  /** Sessions of owners that have ended since, each once. */
  gone(): readonly SessionId[] {
    const gone = [...this.#sessions].filter(([pid]) => !this.#host.processes.isAlive(pid, null));
    for (const [pid] of gone) this.#sessions.delete(pid);
    return gone.flatMap(([, sessions]) => [...sessions]);
  }
}
