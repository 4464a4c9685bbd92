/** Time that passes only when a test turns it. */
export class TurnedClock {
  #now = Date.now();
  readonly #waits = new Set<{ readonly at: number; readonly end: () => void }>();

  now(): Date {
    return new Date(this.#now);
  }

  /** Resolves when so much time has passed, or when aborted. */
  after(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        this.#waits.delete(wait);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const wait = { at: this.#now + ms, end };
      this.#waits.add(wait);
      signal.addEventListener("abort", end, { once: true });
    });
  }

  turn(ms: number): void {
    this.#now += ms;
    const due = [...this.#waits].filter(({ at }) => at <= this.#now).sort((one, other) => one.at - other.at);
    for (const { end } of due) end();
  }
}
