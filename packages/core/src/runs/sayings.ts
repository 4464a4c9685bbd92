/** What the person says between turns. */
interface Saying {
  readonly text: string;
  /** The file that holds it until the journal does. */
  readonly saved: readonly string[];
}

/** What is still to be said in a run that stays. */
export class Sayings {
  readonly #waiting: Saying[] = [];
  #isClosed = false;
  #wake: (() => void) | null = null;

  add(saying: Saying): void {
    this.#waiting.push(saying);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Null when nothing more will be said. */
  async next(signal: AbortSignal): Promise<Saying | null> {
    while (!signal.aborted) {
      const saying = this.#waiting.shift();
      if (saying !== undefined) return saying;
      if (this.#isClosed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      this.#wake = null;
    }
    return null;
  }
}
