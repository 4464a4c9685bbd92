import type { Prompt } from "../agents/driving/driver.ts";

export interface QueuedPrompt extends Prompt {
  /** The file that holds it until the journal does. */
  readonly saved: readonly string[];
}

/** Prompts queued for a run that stays. */
export class PromptQueue {
  readonly #waiting: QueuedPrompt[] = [];
  #isClosed = false;
  #wake: (() => void) | null = null;

  add(prompt: QueuedPrompt): void {
    this.#waiting.push(prompt);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Null once it is closed and empty, or the signal aborts. */
  async next(signal: AbortSignal): Promise<QueuedPrompt | null> {
    while (!signal.aborted) {
      const prompt = this.#waiting.shift();
      if (prompt !== undefined) return prompt;
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
