import { tooMany } from "../problem.ts";

/** A bucket that fills with time. `take` throws a `Problem` when it is empty. */
export class Rate {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, most: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#now = now;
    this.#left = most;
    this.#at = now();
  }

  take(): void {
    const now = this.#now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1)
      throw tooMany(429, "Too many requests. Send fewer per second.", (1 - this.#left) / this.#perSecond);
    this.#left -= 1;
  }
}
