import { type Progress, SessionError, type Warning } from "@reprise/model";
import type { AgentSource } from "../agents/reading/source.ts";
import { catalogPath } from "../catalog/catalog-path.ts";
import { CatalogStore } from "../catalog/catalog-store.ts";
import { refresh } from "../catalog/index/refresh.ts";
import { type Database, DatabaseError, type Databases } from "../host/database/database.ts";
import type { Git } from "../host/git/git.ts";
import type { Host } from "../host/host.ts";
import { CatalogView } from "./catalog-view.ts";
import { type GivenHomes, homesOf } from "./homes.ts";

export interface CatalogOptions {
  readonly sources: readonly AgentSource[];
  readonly homes: GivenHomes;
  readonly databases: Databases;
  readonly git: Git;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

interface RefreshWish {
  readonly isWithText?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Done once the store is open, before anything is read. */
  readonly first?: (database: Database) => void;
}

const mostRecoveries = 2;

/**
 * Where the catalog is kept fresh. Questions are answered one after another, each with what was on disk when its turn
 * came; those that need the text have a line of their own, so that a list never waits for it.
 */
export class FreshCatalog {
  readonly #host: Host;
  readonly #options: CatalogOptions;
  readonly #store: CatalogStore;
  readonly #warnings = new Map<string, Warning>();
  #held: CatalogView | null = null;
  readonly #lines = {
    rows: Promise.resolve() as Promise<unknown>,
    text: Promise.resolve() as Promise<unknown>,
  };

  constructor(host: Host, options: CatalogOptions) {
    this.#host = host;
    this.#options = options;
    this.#store = new CatalogStore(catalogPath(host), options.databases, (warning) => this.warn(warning));
  }

  /** Everything that is asked while it acts is answered from one look at the disk: many questions cost what one does. */
  async hold<T>(act: () => Promise<T>): Promise<T> {
    if (this.#held) return act();
    this.#held = await this.fresh((view) => view);
    try {
      return await act();
    } finally {
      this.#held = null;
    }
  }

  /** Acts on fresh rows. When the store fails, it is made again or replaced by memory, and the work starts over. */
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
    const line = how.isWithText ? "text" : "rows";
    const turn = this.#lines[line].then(() => this.#answer(act, how));
    this.#lines[line] = turn.catch(() => undefined);
    return turn;
  }

  /** The same for answers that are given one by one: what was given is not given again. They must come in the same order. */
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

  /** Throws what is not the store's fault. Rows that nothing can be done with are: what is built again then works. */
  #recover(error: unknown, database: Database): void {
    if (error instanceof SessionError || (error as Error).name === "AbortError") throw error;
    const fault =
      error instanceof DatabaseError
        ? error
        : new DatabaseError("corrupt", `a row is damaged: ${(error as Error).message}`, error);
    this.#store.recover(fault, database);
  }

  /** Told once, however often it is noticed. */
  warn(warning: Warning): void {
    this.#warnings.set(`${warning.kind} ${warning.path}`, warning);
  }

  /** What was noticed since the last call. */
  warnings(): readonly Warning[] {
    const noticed = [...this.#warnings.values()];
    this.#warnings.clear();
    return noticed;
  }

  close(): void {
    this.#store.close();
  }

  async #view(database: Database, { isWithText, signal }: RefreshWish): Promise<CatalogView> {
    const { sources, homes: given, onProgress, git } = this.#options;
    const warn = (warning: Warning) => this.warn(warning);
    const homes = homesOf(sources, given, this.#host, warn);
    const lookup = await refresh(database, { homes, host: this.#host, isWithText, onProgress, signal });
    for (const warning of lookup.warnings) warn(warning);
    return new CatalogView({ database, homes, lookup, host: this.#host, git, warn });
  }
}
