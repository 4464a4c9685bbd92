/** How long no key may be pressed after a question has appeared before a key can answer it. */
export const quietMs = 300;

/** Whether keys count for the question on the screen. Every key that comes too early starts the wait again. */
export interface AnswerGuard {
  readonly isReady: boolean;
  /** Which wait is the latest: the end of an earlier one means nothing. */
  readonly edition: number;
}

/** A question has just appeared. */
export const newQuestion: AnswerGuard = { isReady: false, edition: 0 };

/** A key was pressed too early. */
export function pressedTooEarly({ edition }: AnswerGuard): AnswerGuard {
  return { isReady: false, edition: edition + 1 };
}

/** A wait of `quietMs` is over. */
export function waitOver(guard: AnswerGuard, edition: number): AnswerGuard {
  return guard.edition === edition ? { ...guard, isReady: true } : guard;
}

/** The same for input that arrives by calls. `wait` must let input that has arrived meanwhile be read first. */
export class GuardedQuestion {
  readonly #wait: (ms: number) => Promise<void>;
  #guard = newQuestion;
  #onReady: () => void = () => {};

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait;
    void this.#start();
  }

  get isReady(): boolean {
    return this.#guard.isReady;
  }

  /** Whether what was entered just now may be an answer. */
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
    await this.#wait(quietMs);
    this.#guard = waitOver(this.#guard, edition);
    if (this.#guard.isReady) this.#onReady();
  }
}
