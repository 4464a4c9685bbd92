import type { WorkbenchChange } from "@reprise/model";

interface Numbered {
  readonly number: number;
  readonly change: WorkbenchChange;
}

/** Changes kept for listeners that were away; those that miss more get the view again. */
const mostKept = 4000;

/** The latest changes, numbered from 1. */
export class NumberedChanges {
  #kept: Numbered[] = [];
  #last = 0;
  #news: PromiseWithResolvers<void> | null = null;

  get last(): number {
    return this.#last;
  }

  add(change: WorkbenchChange): number {
    this.#last += 1;
    this.#kept.push({ number: this.#last, change });
    if (this.#kept.length > 2 * mostKept) this.#kept = this.#kept.slice(-mostKept);
    this.#wake();
    return this.#last;
  }

  /** Every listener gets the view again. */
  forget(): void {
    this.#kept = [];
    this.#last += 1;
    this.#wake();
  }

  /** Null if some are no longer kept. */
  after(number: number): readonly Numbered[] | null {
    if (number > this.#last) return null;
    const first = this.#last - this.#kept.length + 1;
    return number + 1 < first ? null : this.#kept.slice(number + 1 - first);
  }

  #wake(): void {
    const news = this.#news;
    this.#news = null;
    news?.resolve();
  }

  /** Resolves with the next change, or when the signal aborts. */
  async next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#news ??= Promise.withResolvers();
    const aborted = Promise.withResolvers<void>();
    const abort = () => aborted.resolve();
    signal.addEventListener("abort", abort);
    await Promise.race([this.#news.promise, aborted.promise]);
    signal.removeEventListener("abort", abort);
  }
}
