import type { RunEvent } from "@reprise/model";

export interface NumberedEvent {
  /** From 1. */
  readonly number: number;
  readonly event: RunEvent;
}

/** Deltas beyond this many events are dropped from memory first; the items they led to stay. */
const mostEvents = 20_000;

/** What happened in a run, numbered, so that a face that was away can go on where it was. */
export class EventLog {
  /** In the order of their numbers; some may be missing. */
  #events: NumberedEvent[] = [];
  #lastNumber = 0;
  #isEnded = false;
  /** For everybody who waits; none while nobody does. */
  #news: PromiseWithResolvers<void> | null = null;

  get lastNumber(): number {
    return this.#lastNumber;
  }

  add(event: RunEvent): void {
    this.#lastNumber += 1;
    this.#events.push({ number: this.#lastNumber, event });
    if (this.#events.length > mostEvents) this.#thinOut();
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** All events with a number above `after`, then those to come, until the run ends or the signal says stop. */
  from(after: number, signal?: AbortSignal): AsyncIterable<NumberedEvent> {
    let last = after;
    const wake = () => this.#wake();
    const end = async (): Promise<IteratorResult<NumberedEvent, undefined>> => {
      signal?.removeEventListener("abort", wake);
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<NumberedEvent, undefined>> => {
      while (!signal?.aborted) {
        const value = this.#nextAfter(last);
        if (value) {
          last = value.number;
          return { done: false, value };
        }
        if (this.#isEnded) break;
        this.#news ??= Promise.withResolvers();
        await this.#news.promise;
      }
      return end();
    };
    signal?.addEventListener("abort", wake);
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  }

  /** By halves: a long run has many events, and each of them is asked for. */
  #nextAfter(number: number): NumberedEvent | undefined {
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
    this.#events = this.#events.filter(({ event }, index) => index > half || event.type !== "delta");
  }
}
