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
  #events: NumberedEvent[] = [];
  #lastNumber = 0;
  #isEnded = false;
  #wakers = new Set<() => void>();

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
  async *from(after: number, signal?: AbortSignal): AsyncGenerator<NumberedEvent> {
    let last = after;
    while (!signal?.aborted) {
      const next = this.#events.filter(({ number }) => number > last);
      for (const event of next) {
        last = event.number;
        yield event;
      }
      if (next.length > 0) continue;
      if (this.#isEnded) return;
      await this.#more(signal);
    }
  }

  #more(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#wakers.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#wakers.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#wakers]) wake();
  }

  #thinOut(): void {
    const half = Math.floor(this.#events.length / 2);
    this.#events = this.#events.filter(({ event }, index) => index > half || event.type !== "delta");
  }
}
