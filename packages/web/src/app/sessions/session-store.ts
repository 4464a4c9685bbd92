import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Changes, Library, SessionSummary } from "@reprise/model";
import type { Connection } from "../shell/connection.ts";
import { type Filters, plainFilters, queryOf } from "./filters.ts";
import { asked, failed, type Listing, newQuery, nextQuery, noListing, withPage } from "./listing.ts";

/** An agent changes files many times a second. */
const restMs = 500;
const retryMs = 2000;

interface Given {
  readonly library: Library;
  readonly connection: Connection;
  readonly folder: string;
}

/** The sessions of the current filters, kept up to date; shared by the list and the palette. */
export class SessionStore {
  readonly #given: Given;
  readonly #list: Signal<Listing> = signal(noListing);
  readonly #filters: Signal<Filters> = signal(plainFilters);
  readonly rows: ReadonlySignal<readonly SessionSummary[]> = computed(() => this.#list.value.rows);
  readonly #changes: Signal<Changes> = signal({ sessions: [] });
  /** The selected row by its key, and how far the list is scrolled: for when the person comes back to it. */
  readonly chosen: Signal<string | null> = signal(null);
  readonly place = { top: 0 };
  #isNearEnd = false;
  #isWatching = false;

  constructor(given: Given) {
    this.#given = given;
  }

  get list(): ReadonlySignal<Listing> {
    return this.#list;
  }

  get filters(): ReadonlySignal<Filters> {
    return this.#filters;
  }

  /** The latest change on disk; another value with each. */
  get changes(): ReadonlySignal<Changes> {
    return this.#changes;
  }

  /** Reads the first rows, then follows changes for as long as the page is open. */
  start(): void {
    this.#ask();
    if (this.#isWatching) return;
    this.#isWatching = true;
    void this.#watch();
  }

  choose(change: Partial<Filters>): void {
    this.#filters.value = { ...this.#filters.value, ...change };
    this.#list.value = newQuery(this.#list.value);
    this.#ask();
  }

  /** The end of the read rows is in view. */
  loadMore(): void {
    this.#isNearEnd = true;
    this.#ask();
  }

  loadAll(): void {
    if (!this.#list.value.wantsAll) this.#list.value = { ...this.#list.value, wantsAll: true };
    this.#ask();
  }

  /** After a change made here: reloads at once instead of waiting for the notification. */
  refresh(): void {
    this.#changed();
  }

  tryAgain(): void {
    this.#list.value = { ...this.#list.value, problem: null, isStale: true };
    this.#ask();
  }

  #ask(): void {
    const list = this.#list.value;
    const next = nextQuery(list, this.#isNearEnd);
    if (next === null) return;
    if (next.reach === "more") this.#isNearEnd = false;
    this.#list.value = asked(list, next.reach);
    void this.#read(next.reach, next.limit, this.#list.value);
  }

  async #read(reach: "first" | "more" | "refresh", limit: number, { epoch, next }: Listing): Promise<void> {
    const { library, folder } = this.#given;
    const query = queryOf(this.#filters.value, folder);
    const cursor = reach === "more" && next !== null ? { cursor: next } : {};
    try {
      const page = await library.list({ ...query, limit, ...cursor });
      this.#list.value = withPage(this.#list.value, page, {
        reach,
        epoch,
        isByTime: query.order === undefined,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#list.value = failed(this.#list.value, epoch, reason);
    }
    this.#ask();
  }

  async #watch(): Promise<never> {
    const { library, connection } = this.#given;
    for (;;) {
      try {
        for await (const changes of library.watch(new AbortController().signal)) {
          connection.set("live");
          this.#changes.value = changes;
          this.#changed();
          await rest(restMs);
        }
        connection.set("connecting");
      } catch (error) {
        connection.set("stale", error instanceof Error ? error.message : String(error));
      }
      await rest(retryMs);
    }
  }

  #changed(): void {
    const list = this.#list.value;
    // The first one comes at the start, when everything has just been asked for.
    if (!list.isKnown && list.problem === null) return;
    this.#list.value = { ...list, isStale: true, problem: null };
    this.#ask();
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
