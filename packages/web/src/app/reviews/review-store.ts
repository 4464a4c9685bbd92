import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type FetchedComments,
  type FindReview,
  filtered,
  type ReviewComment,
  type ReviewFilter,
  type Reviews,
  type ReviewTarget,
  SessionError,
  type Timestamp,
} from "@reprise/model";
import { keptChoice } from "./kept-choice.ts";

/** Why the comments cannot be shown as they are now. */
export interface FetchProblem {
  readonly message: string;
  /** When a limit of the server is lifted. */
  readonly until: Timestamp | null;
  /** What may have been meant. */
  readonly candidates: readonly string[];
}

export interface ShownComments {
  readonly filter: ReviewFilter;
  /** Of the filter's range. */
  readonly commits: readonly string[] | null;
  readonly list: readonly ReviewComment[];
  readonly chosen: number | null;
}

/** The comments of one pull request or file, those shown of them, and the one that is chosen. */
export class ReviewStore {
  readonly #reviews: Reviews;
  readonly #wish: FindReview;
  readonly #target: Signal<ReviewTarget | null> = signal(null);
  readonly #fetched: Signal<FetchedComments | null> = signal(null);
  readonly #problem: Signal<FetchProblem | null> = signal(null);
  readonly #rangeProblem: Signal<string | null> = signal(null);
  readonly #shown: Signal<ShownComments>;
  readonly #isFetching = signal(false);
  readonly #first: ReviewFilter;
  /** The latest range asked for. */
  #edition = 0;

  /** A range of `filter` counts only once its commits are known. */
  constructor(reviews: Reviews, wish: FindReview, filter: ReviewFilter) {
    this.#reviews = reviews;
    this.#wish = wish;
    this.#first = filter;
    this.#shown = signal({ filter: { ...filter, range: null }, commits: null, list: [], chosen: null });
  }

  get target(): ReadonlySignal<ReviewTarget | null> {
    return this.#target;
  }

  get fetched(): ReadonlySignal<FetchedComments | null> {
    return this.#fetched;
  }

  /** Stays until the comments are here again. */
  get problem(): ReadonlySignal<FetchProblem | null> {
    return this.#problem;
  }

  get rangeProblem(): ReadonlySignal<string | null> {
    return this.#rangeProblem;
  }

  get shown(): ReadonlySignal<ShownComments> {
    return this.#shown;
  }

  get isFetching(): ReadonlySignal<boolean> {
    return this.#isFetching;
  }

  /** Once, and again after that failed. */
  async open(): Promise<void> {
    await this.refresh();
    const { range } = this.#first;
    if (this.#target.value !== null && range !== null && this.#shown.value.filter.range === null)
      await this.filterBy({ range });
  }

  /** Fetches the comments. One fetch at a time; the comments stay when it fails. */
  async refresh(): Promise<void> {
    if (this.#isFetching.value) return;
    this.#isFetching.value = true;
    try {
      const target = this.#target.value ?? (await this.#reviews.find(this.#wish));
      this.#target.value = target;
      const fetched = await this.#reviews.comments(target);
      batch(() => {
        this.#fetched.value = fetched;
        this.#problem.value = null;
        this.#show({});
      });
    } catch (error) {
      this.#problem.value = problemOf(error);
    } finally {
      this.#isFetching.value = false;
    }
  }

  /** As `refresh`, unless the server said to wait. */
  async refreshByItself(now: Date): Promise<void> {
    const until = this.#problem.value?.until ?? null;
    if (until === null || new Date(until) <= now) await this.refresh();
  }

  /** Shows others. A range whose commits cannot be found changes nothing, and `rangeProblem` says why. */
  async filterBy(change: Partial<ReviewFilter>): Promise<void> {
    const filter = { ...this.#shown.value.filter, ...change };
    if (filter.range === null || filter.range === this.#shown.value.filter.range) {
      if ("range" in change) {
        this.#edition += 1;
        this.#rangeProblem.value = null;
      }
      this.#show({ filter, commits: filter.range === null ? null : this.#shown.value.commits });
      return;
    }
    await this.#filterByRange(filter.range);
  }

  async #filterByRange(range: string): Promise<void> {
    const target = this.#target.value;
    if (target === null) return;
    const edition = ++this.#edition;
    this.#rangeProblem.value = null;
    try {
      const commits = await this.#reviews.commits(target, range);
      if (edition === this.#edition) this.#show({ filter: { ...this.#shown.value.filter, range }, commits });
    } catch (error) {
      if (edition === this.#edition) this.#rangeProblem.value = error instanceof Error ? error.message : String(error);
    }
  }

  choose(chosen: number | null): void {
    this.#shown.value = { ...this.#shown.value, chosen };
  }

  /** By so many rows; the ends are ends. */
  move(by: number): void {
    const { list, chosen } = this.#shown.value;
    const place = list.findIndex(({ id }) => id === chosen);
    this.choose(list[Math.min(list.length - 1, Math.max(0, place + by))]?.id ?? null);
  }

  #show(change: Partial<Pick<ShownComments, "filter" | "commits">>): void {
    const before = this.#shown.value;
    const { filter, commits } = { ...before, ...change };
    const list = filtered(this.#fetched.value?.comments ?? [], filter, commits);
    const chosen = keptChoice(before.list, list, before.chosen);
    this.#shown.value = { filter, commits, list, chosen };
  }
}

function problemOf(error: unknown): FetchProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SessionError)) return { message, until: null, candidates: [] };
  return { message, until: error.resetsAt, candidates: error.candidates };
}
