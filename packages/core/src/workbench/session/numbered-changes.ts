import type { WorkbenchChange } from "@reprise/model";

interface Numbered {
  readonly number: number;
  readonly change: WorkbenchChange;
}

/** Changes kept for listeners that were away; those that miss more get the view again. */
const mostKept = 4000;
/** Characters of text in them: one output of a command may have millions. */
const mostText = 4_000_000;

/** The latest changes, numbered from 1. */
export class NumberedChanges {
  #kept: Numbered[] = [];
  #last = 0;
  #text = 0;
  #news: PromiseWithResolvers<void> | null = null;

  get last(): number {
    return this.#last;
  }

  add(change: WorkbenchChange): number {
    this.#last += 1;
    this.#kept.push({ number: this.#last, change });
    this.#text += textIn(change);
    if (this.#kept.length > 2 * mostKept || this.#text > 2 * mostText) this.#shorten();
    this.#wake();
    return this.#last;
  }

  /** Every listener gets the view again. */
  forget(): void {
    this.#kept = [];
    this.#text = 0;
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

  #shorten(): void {
    let [from, text] = [this.#kept.length, 0];
    while (from > 0 && this.#kept.length - from < mostKept && text < mostText) {
      from -= 1;
      const one = this.#kept[from];
      text += one === undefined ? 0 : textIn(one.change);
    }
    this.#kept = this.#kept.slice(from);
    this.#text = text;
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

/** Much of it may be one text, such as a draft that is saved again with every word. */
function textIn(change: WorkbenchChange): number {
  switch (change.type) {
    case "output":
      return change.text.length + (change.ansi?.length ?? 0);
    case "text":
      return change.text.length;
    case "diff":
      return change.diff.documents.reduce(
        (sum, { original, modified, diff }) =>
          sum + (original?.length ?? 0) + (modified?.length ?? 0) + (diff?.length ?? 0),
        0,
      );
    default:
      return JSON.stringify(change).length;
  }
}
