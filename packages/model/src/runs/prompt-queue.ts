import type { PromptInput } from "../run.ts";

export interface QueuedPrompt {
  /** Unique. */
  readonly id: string;
  readonly text: string;
  readonly inputs: readonly PromptInput[];
  /** Ids of the files that contain it until the journal does. */
  readonly saved: readonly string[];
}

/** Prompts queued for an interactive run. */
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

  /** Those that wait, which are then no longer here. */
  takeBack(): readonly QueuedPrompt[] {
    return this.#waiting.splice(0);
  }

  /** Null once closed and empty, or when the signal aborts. */
  async next(signal: AbortSignal): Promise<QueuedPrompt | null> {
    while (!signal.aborted) {
      const prompt = this.#waiting.shift();
      if (prompt !== undefined) return prompt;
      if (this.#isClosed) return null;
      const woken = Promise.withResolvers<void>();
      const wake = () => woken.resolve();
      this.#wake = wake;
      signal.addEventListener("abort", wake);
      await woken.promise;
      signal.removeEventListener("abort", wake);
      this.#wake = null;
    }
    return null;
  }
}
