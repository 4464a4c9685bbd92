import { tooMany } from "../problem.ts";

/** A number of places. Throws a `Problem` when all are taken. */
export class Places {
  readonly #most: number;
  readonly #what: string;
  #taken = 0;

  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  get takenCount(): number {
    return this.#taken;
  }

  /** Call the result once done; more often does nothing. */
  take(): () => void {
    if (this.#taken >= this.#most)
      throw tooMany(503, `The server has ${this.#most} ${this.#what}, its limit. Try again later.`, 5);
    this.#taken += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken -= 1;
      isHeld = false;
    };
  }
}
