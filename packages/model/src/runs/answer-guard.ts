/** A question takes answers after this long without a key press. */
export const quietMs = 300;
/** Instead, right after another answer: keyboards wait up to 660 ms before a key that is held down repeats. */
export const quietAfterAnswerMs = 700;

/** Whether keys can answer the shown question. A key that comes too early restarts the wait. Until then a screen dims them. */
export interface AnswerGuard {
  readonly isReady: boolean;
  /** Number of the latest wait; the end of an earlier one is ignored. */
  readonly edition: number;
}

export const newQuestion: AnswerGuard = { isReady: false, edition: 0 };
/** Before there is any: keys count. */
export const noQuestion: AnswerGuard = { isReady: true, edition: 0 };

export function pressedTooEarly({ edition }: AnswerGuard): AnswerGuard {
  return { isReady: false, edition: edition + 1 };
}

export function waitOver(guard: AnswerGuard, edition: number): AnswerGuard {
  return guard.edition === edition ? { ...guard, isReady: true } : guard;
}

/** The same for input by calls. `wait` must let pending input be read first. */
export class GuardedQuestion {
  readonly #wait: (ms: number) => Promise<void>;
  readonly #ms: number;
  #guard = newQuestion;
  #onReady: () => void = () => {};

  constructor(wait: (ms: number) => Promise<void>, ms = quietMs) {
    this.#wait = wait;
    this.#ms = ms;
    void this.#start();
  }

  get isReady(): boolean {
    return this.#guard.isReady;
  }

  /** Whether the latest input may be an answer. */
  accepts(): boolean {
    if (this.#guard.isReady) return true;
    this.#guard = pressedTooEarly(this.#guard);
    void this.#start();
    return false;
  }

  /** Resolves when the next key counts. */
  ready(): Promise<void> {
    return this.#guard.isReady
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#onReady = resolve;
        });
  }

  async #start(): Promise<void> {
    const { edition } = this.#guard;
    await this.#wait(this.#ms);
    this.#guard = waitOver(this.#guard, edition);
    if (this.#guard.isReady) this.#onReady();
  }
}
