/** What is still to be said in a run that stays. */
export class Sayings {
  readonly #texts: string[] = [];
  #isClosed = false;
  #wake: (() => void) | null = null;

  add(text: string): void {
    this.#texts.push(text);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Null when nothing more will be said. */
  async next(signal: AbortSignal): Promise<string | null> {
    while (!signal.aborted) {
      const text = this.#texts.shift();
      if (text !== undefined) return text;
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
