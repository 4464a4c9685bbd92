import type { Begun } from "../store/chat-store.ts";

/** For turns of other processes, which wake nobody here. */
const pollMs = 250;

/** Messages that wait for the turn before them, in the order they came. */
export class TurnQueue {
  readonly #waiting = new Map<string, Promise<unknown>>();
  readonly #wakers = new Map<string, Set<() => void>>();

  /** Tries again until it is not busy. Rejects with the signal's reason if that aborts. */
  async wait(chat: string, begin: () => Promise<Begun>, signal?: AbortSignal): Promise<Begun> {
    const before = this.#waiting.get(chat) ?? Promise.resolve();
    const turn = before.then(() => this.#tried(chat, begin, signal));
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#waiting.set(chat, settled);
    void settled.then(() => {
      if (this.#waiting.get(chat) === settled) this.#waiting.delete(chat);
    });
    // Whoever leaves the line does so at once; those behind keep their places.
    if (signal) await unlessAborted(before, signal);
    return turn;
  }

  wake(chat: string): void {
    for (const wake of this.#wakers.get(chat) ?? []) wake();
  }

  async #tried(chat: string, begin: () => Promise<Begun>, signal?: AbortSignal): Promise<Begun> {
    for (;;) {
      signal?.throwIfAborted();
      const begun = await begin();
      if (begun.kind !== "busy") return begun;
      await this.#woken(chat, signal);
    }
  }

  #woken(chat: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wakers = this.#wakers.get(chat) ?? new Set();
      this.#wakers.set(chat, wakers);
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        wakers.delete(done);
        if (wakers.size === 0) this.#wakers.delete(chat);
        resolve();
      };
      const timer = setTimeout(done, pollMs);
      signal?.addEventListener("abort", done);
      wakers.add(done);
    });
  }
}

/** Rejects with the signal's reason as soon as it aborts. */
async function unlessAborted(waited: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    signal.throwIfAborted();
    await Promise.race([waited, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
