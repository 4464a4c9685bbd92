import { type Progress, SessionError, type Warning } from "@reprise/model";
import type { AgentSource, RolloutRef } from "../agents/reading/source.ts";
import { annotationsPath } from "../annotations/annotation-file.ts";
import { type AnnotationIndex, AnnotationReader } from "../annotations/annotation-reader.ts";
import { catalogPath } from "../catalog/catalog-path.ts";
import { CatalogStore } from "../catalog/catalog-store.ts";
import { refresh } from "../catalog/index/refresh.ts";
import { refreshRuns } from "../catalog/index/run-rows.ts";
import { type Home, RolloutLookup } from "../catalog/rollout-lookup.ts";
import type { Choose } from "../catalog/scan/unindexed-files.ts";
import { Threads } from "../catalog/threads.ts";
import { type Database, DatabaseError, type Databases } from "../host/database/database.ts";
import type { Git } from "../host/git/git.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import type { Thread } from "../host/threads.ts";
import { CatalogView } from "./catalog-view.ts";
import { type GivenHomes, homesOf } from "./homes.ts";

export interface CatalogOptions {
  readonly sources: readonly AgentSource[];
  readonly homes: GivenHomes;
  readonly databases: Databases;
  readonly git: Git;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Starts other threads that carry out `threadJobs`. Absent: this thread alone reads. */
  readonly startThreads?: (() => readonly Thread[]) | undefined;
  /** Where the homes of `sources` are copies of something else. */
  readonly copies?: Copies | undefined;
}

/** Homes whose files are brought here before each look. */
export interface Copies {
  refresh(): Promise<readonly Warning[]>;
  /** The chat whose files are in a home. */
  chatIn(home: string): string | null;
  close(): void;
}

interface RefreshWish {
  readonly isWithText?: boolean;
  /** Reads much: lists do not wait for it. */
  readonly isLong?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Besides that of the options. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Which new files are read: made when what our journals say is known. Absent: all. */
  readonly choosing?: ((database: Database, threads: Threads | null) => Promise<Choose>) | undefined;
  /** Runs once the store is open, before any read. */
  readonly first?: (database: Database) => void;
}

const mostRecoveries = 2;
const noRollouts = new RolloutLookup([], []);

/** Serialises queries, each seeing the disk as of its turn; full-text ones queue separately, so a list never waits for them. */
export class FreshCatalog {
  readonly #host: Host;
  readonly #options: CatalogOptions;
  readonly #store: CatalogStore;
  readonly #annotations: AnnotationReader;
  readonly #warnings = new Map<string, Warning>();
  #held: CatalogView | null = null;
  #last: Pick<CatalogView, "database" | "homes" | "lookup"> | null = null;
  readonly #lines = {
    rows: Promise.resolve() as Promise<unknown>,
    text: Promise.resolve() as Promise<unknown>,
  };

  constructor(host: Host, options: CatalogOptions) {
    this.#host = host;
    this.#options = options;
    this.#annotations = new AnnotationReader(annotationsPath(stateFolderOf(host)), host);
    this.#store = new CatalogStore(catalogPath(host), options.databases, (warning) => this.warn(warning));
  }

  /** Answers all queries inside `act` from one look at the disk, so many cost as much as one. */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    if (this.#held) return act();
    this.#held = await this.fresh((view) => view);
    try {
      return await act();
    } finally {
      this.#held = null;
    }
  }

  /** The rows as the last query left them: nothing is read. Null if the store cannot be used. */
  asLeft<T>(act: (view: CatalogView) => T): T | null {
    try {
      const { sources, homes: given, git } = this.#options;
      const warn = (warning: Warning) => this.warn(warning);
      const homes = homesOf(sources, given, this.#host, warn);
      const { database } = this.#store;
      return act(this.#viewOf({ database, homes, lookup: noRollouts, git, warn }));
    } catch (error) {
      // The next query finds it too, and makes the store again.
      if (error instanceof DatabaseError) return null;
      throw error;
    }
  }

  /** Of the last look at the disk; null if there was none. Unless it is held, owners, names and annotations are looked up again. */
  get last(): CatalogView | null {
    if (this.#held !== null || this.#last === null) return this.#held;
    const { git } = this.#options;
    return this.#viewOf({ ...this.#last, git, warn: (warning) => this.warn(warning) });
  }

  /** Runs `act` on fresh rows. If the store fails, rebuilds it or falls back to memory, and starts over. */
  async fresh<T>(act: (view: CatalogView) => T | Promise<T>, how: RefreshWish = {}): Promise<T> {
    const held = how.isWithText || how.first ? null : this.#held;
    if (held) {
      try {
        return await act(held);
      } catch (error) {
        this.#recover(error, held.database);
        this.#held = null;
      }
    }
    const line = how.isWithText || how.isLong ? "text" : "rows";
    const turn = this.#lines[line].then(() => this.#answer(act, how));
    this.#lines[line] = turn.catch(() => undefined);
    return turn;
  }

  /** The same for streams: after a restart, skips items already yielded. `each` must keep its order. */
  async *freshEach<T, Given extends { readonly view: CatalogView }>(
    prepare: (view: CatalogView) => Promise<Given>,
    each: (given: Given) => AsyncIterable<T>,
    how: RefreshWish = {},
  ): AsyncGenerator<T> {
    let givenCount = 0;
    for (let recoveries = 0; ; recoveries += 1) {
      const given = await this.fresh(prepare, how);
      let count = 0;
      try {
        for await (const one of each(given)) {
          count += 1;
          if (count <= givenCount) continue;
          givenCount = count;
          yield one;
        }
        return;
      } catch (error) {
        if (recoveries === mostRecoveries) throw error;
        this.#recover(error, given.view.database);
      }
    }
  }

  async #answer<T>(act: (view: CatalogView) => T | Promise<T>, how: RefreshWish): Promise<T> {
    for (let recoveries = 0; ; recoveries += 1) {
      const { database } = this.#store;
      try {
        how.first?.(database);
        return await act(await this.#view(database, how));
      } catch (error) {
        if (recoveries === mostRecoveries) throw error;
        this.#recover(error, database);
      }
    }
  }

  /** Rethrows errors that are not the store's. Unusable rows are the store's: a rebuild fixes them. */
  #recover(error: unknown, database: Database): void {
    if (error instanceof SessionError || (error as Error).name === "AbortError") throw error;
    const fault =
      error instanceof DatabaseError
        ? error
        : new DatabaseError("corrupt", `a row is damaged: ${(error as Error).message}`, error);
    this.#last = null;
    this.#store.recover(fault, database);
  }

  /** Reported once, however often it occurs. */
  warn(warning: Warning): void {
    this.#warnings.set(`${warning.kind} ${warning.path}`, warning);
  }

  /** Warnings since the last call. */
  warnings(): readonly Warning[] {
    const noticed = [...this.#warnings.values()];
    this.#warnings.clear();
    return noticed;
  }

  annotations(): AnnotationIndex {
    return this.#annotations.read((warning) => this.warn(warning));
  }

  close(): void {
    this.#last = null;
    this.#store.close();
    this.#options.copies?.close();
  }

  async #view(database: Database, how: RefreshWish): Promise<CatalogView> {
    const { isWithText, signal, onProgress: report, choosing } = how;
    const { sources, homes: given, git, copies, startThreads } = this.#options;
    const onProgress = (progress: Progress) => {
      this.#options.onProgress?.(progress);
      report?.(progress);
    };
    const warn = (warning: Warning) => this.warn(warning);
    for (const warning of (await copies?.refresh()) ?? []) warn(warning);
    const homes = homesOf(sources, given, this.#host, warn);
    const threads = startThreads ? new Threads(startThreads) : null;
    const runs = () => refreshRuns(database, { stateFolder: stateFolderOf(this.#host), host: this.#host, warn });
    const lookAtFiles = async () => {
      if (choosing) await runs();
      const chosen = choosing && (await choosing(database, threads));
      const choose =
        chosen && ((added: readonly RolloutRef[], { source }: Home) => chosen(added, source, { isNew: true }));
      return refresh(database, { homes, host: this.#host, isWithText, choose, threads, onProgress, signal });
    };
    const lookup = await lookAtFiles().finally(() => threads?.end());
    for (const warning of lookup.warnings) warn(warning);
    // After the files: a run is known before its session is.
    await runs();
    this.#last = { database, homes, lookup };
    return this.#viewOf({ database, homes, lookup, git, warn });
  }

  #viewOf(of: Omit<ConstructorParameters<typeof CatalogView>[0], "host" | "annotations">): CatalogView {
    return new CatalogView({ ...of, host: this.#host, annotations: this.#annotations });
  }
}
