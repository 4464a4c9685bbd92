import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { SessionError, type SessionViews, type ViewWindow } from "@reprise/model";
import { nothingViewed, type Viewed, viewedFrom, withAfter, withBefore } from "./viewed.ts";

export type Loading = "open" | "before" | "after" | null;

/** Where to start: the end, or a place. */
export type Opening = "end" | { readonly turn: number; readonly item: string | null };

const firstCount = 60;
const moreCount = 80;

/** The part of one session around what is on the screen. One request at a time; an opening stops the others. */
export class ViewerStore {
  readonly session: string;
  readonly #views: SessionViews;
  readonly #viewed: Signal<Viewed> = signal(nothingViewed);
  readonly #loading: Signal<Loading> = signal(null);
  readonly #problem: Signal<string | null> = signal(null);
  #stop = new AbortController();

  constructor(views: SessionViews, session: string) {
    this.#views = views;
    this.session = session;
  }

  get viewed(): ReadonlySignal<Viewed> {
    return this.#viewed;
  }

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  /** Resolves when it is there, or has failed. */
  async open(at: Opening): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const window: ViewWindow = at === "end" ? { last: true, count: firstCount } : { ...at, count: firstCount };
    await this.#load("open", window, (_, more) => more);
    // A place deep in a session has something above it, too.
    if (at !== "end" && !this.#viewed.value.isStart) await this.loadBefore();
  }

  async loadBefore(): Promise<void> {
    const { items, isStart } = this.#viewed.value;
    const before = items[0]?.place;
    if (isStart || before === undefined || this.#loading.value !== null) return;
    await this.#load("before", { before, count: moreCount }, withBefore);
  }

  async loadAfter(): Promise<void> {
    const { items, isEnd } = this.#viewed.value;
    const last = items.at(-1)?.place;
    if (isEnd || last === undefined || this.#loading.value !== null) return;
    await this.#load("after", { from: { turn: last.turn, index: last.index + 1 }, count: moreCount }, withAfter);
  }

  /** The session has changed: reads the last turn again if the end is here. */
  async refresh(): Promise<void> {
    const { items, isEnd } = this.#viewed.value;
    if (this.#loading.value !== null) return;
    if (items.length === 0) return this.open("end");
    if (!isEnd) return;
    const turn = items.at(-1)?.place.turn ?? 0;
    const index = items.find(({ place }) => place.turn === turn)?.place.index ?? 0;
    await this.#load("after", { from: { turn, index }, count: 500 }, withAfter);
  }

  close(): void {
    this.#stop.abort();
  }

  async #load(
    what: Exclude<Loading, null>,
    window: ViewWindow,
    join: (viewed: Viewed, more: Viewed) => Viewed,
  ): Promise<void> {
    const { signal: stopped } = this.#stop;
    this.#loading.value = what;
    this.#problem.value = null;
    try {
      const more = await viewedFrom(this.#views.view(this.session, window, stopped));
      if (stopped.aborted) return;
      this.#viewed.value = join(this.#viewed.value, more);
    } catch (error) {
      if (!stopped.aborted) this.#problem.value = reasonOf(error);
    }
    if (!stopped.aborted) this.#loading.value = null;
  }
}

/** A listed session that is not found was removed since. */
function reasonOf(error: unknown): string {
  if (error instanceof SessionError && error.code === "not-found") return error.message;
  return error instanceof Error ? error.message : String(error);
}
