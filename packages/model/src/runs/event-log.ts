interface Numbered<Event> {
  readonly number: number;
  readonly event: Event;
}

/** Beyond this many events, old droppable ones are dropped. */
const mostEvents = 20_000;

/** The numbered events of a run, so that a listener can continue where it left off. */
export class EventLog<Event> {
  /** In order of their numbers; some may be missing. */
  #events: Numbered<Event>[] = [];
  #lastNumber = 0;
  #limit = mostEvents;
  #end: { readonly error: unknown } | null = null;
  /** Null while no listener waits. */
  #news: PromiseWithResolvers<void> | null = null;

  readonly #isDroppable: (event: Event) => boolean;

  /** `isDroppable`: a piece of what a later event holds whole. */
  constructor(isDroppable: (event: Event) => boolean) {
    this.#isDroppable = isDroppable;
  }

  /** Nothing once it has ended. */
  add(event: Event): void {
    if (this.#end) return;
    this.#lastNumber += 1;
    this.#events.push({ number: this.#lastNumber, event });
    if (this.#events.length > this.#limit) this.#thinOut();
    this.#wake();
  }

  /** Every listener throws the error after the last event. */
  end(error: unknown = null): void {
    this.#end = { error };
    this.#wake();
  }

  /** Events after a number, then new ones, until the log ends or the signal aborts. */
  from(after = 0, signal?: AbortSignal): AsyncIterable<Numbered<Event>> {
    let last = after;
    const wake = () => this.#wake();
    const end = async (): Promise<IteratorResult<Numbered<Event>, undefined>> => {
      signal?.removeEventListener("abort", wake);
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<Numbered<Event>, undefined>> => {
      while (!signal?.aborted) {
        const value = this.#nextAfter(last);
        if (value) {
          last = value.number;
          return { done: false, value };
        }
        if (this.#end?.error) throw this.#end.error;
        if (this.#end) break;
        this.#news ??= Promise.withResolvers();
        await this.#news.promise;
      }
      return end();
    };
    signal?.addEventListener("abort", wake);
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  }

  #nextAfter(number: number): Numbered<Event> | undefined {
    let [from, to] = [0, this.#events.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#events[middle]?.number ?? 0) > number) to = middle;
      else from = middle + 1;
    }
    return this.#events[from];
  }

  #wake(): void {
    const news = this.#news;
    this.#news = null;
    news?.resolve();
  }

  #thinOut(): void {
    const half = Math.floor(this.#events.length / 2);
    this.#events = this.#events.filter(({ event }, index) => index > half || !this.#isDroppable(event));
    // Where little can be dropped, looking again at every event would take ever longer.
    this.#limit = Math.max(mostEvents, 2 * this.#events.length);
  }
}
