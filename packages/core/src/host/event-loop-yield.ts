import type { Host } from "./host.ts";

/** Yields to the event loop during long work. */
export class EventLoopYield {
  readonly #host: Pick<Host, "ticks">;
  readonly #everyMs: number;
  #lastTicks: number;

  constructor(host: Pick<Host, "ticks">, everyMs = 50) {
    this.#host = host;
    this.#everyMs = everyMs;
    this.#lastTicks = host.ticks();
  }

  get isDue(): boolean {
    return this.#host.ticks() - this.#lastTicks >= this.#everyMs;
  }

  async ifDue(): Promise<void> {
    if (this.isDue) await this.now();
  }

  async now(): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    this.#lastTicks = this.#host.ticks();
  }
}
