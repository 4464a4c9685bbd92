import { MovedTurnError, type NumberedChatEvent } from "@reprise/model";
import type { Notices } from "./notices.ts";
import type { PostgresChatStore } from "./postgres-chat-store.ts";
import type { TurnRow } from "./rows.ts";

/** Between looks without a notice. */
const pollMs = 1000;
/** For followers that are slow to take what a closing process has for them. */
const lastLookMs = 2000;

/** Turns that any process runs, as this one sees them in the database. */
export class FollowedTurns {
  readonly #store: PostgresChatStore;
  readonly #notices: Notices;
  readonly #closing: AbortController;
  readonly #followers: Set<Promise<void>>;

  constructor(
    { store, notices }: { readonly store: PostgresChatStore; readonly notices: Notices },
    { closing, followers } = { closing: new AbortController(), followers: new Set<Promise<void>>() },
  ) {
    this.#store = store;
    this.#notices = notices;
    this.#closing = closing;
    this.#followers = followers;
  }

  /** As another store sees them; closed together with these. */
  of(store: PostgresChatStore): FollowedTurns {
    const [closing, followers] = [this.#closing, this.#followers];
    return new FollowedTurns({ store, notices: this.#notices }, { closing, followers });
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Resolves when that is true of the turn, the signal aborts, or this process closes. */
  async reached(
    { chat, turn, signal }: { readonly chat: string; readonly turn: string; readonly signal?: AbortSignal },
    isReached: (row: TurnRow | null) => boolean,
  ): Promise<void> {
    const ending = this.#endingWith(signal);
    for (;;) {
      const news = this.#notices.next("reprise_events", turn, { mostMs: pollMs, signal: ending });
      if (isReached(await this.#store.turn(chat, turn))) return;
      await news;
      if (ending.aborted) return;
    }
  }

  /** While it lasts, the database stays open. */
  async lasting<Value>(work: Promise<Value>): Promise<Value> {
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    this.#followers.add(done);
    return work.finally(() => this.#followers.delete(done));
  }

  async *events(chat: string, turn: string, after: number, signal?: AbortSignal): AsyncGenerator<NumberedChatEvent> {
    const ending = this.#endingWith(signal);
    const left = Promise.withResolvers<void>();
    this.#followers.add(left.promise);
    let last = after;
    try {
      while (!signal?.aborted) {
        // What this process has run has ended by then: that is still told.
        const isLastLook = this.isClosing;
        const news = this.#notices.next("reprise_events", turn, { mostMs: pollMs, signal: ending });
        // Its end is looked at first: all its events are there by then.
        const row = await this.#looked(() => this.#store.turn(chat, turn));
        for (let isMore = true; isMore; ) {
          isMore = false;
          for (const numbered of await this.#looked(() => this.#store.eventsAfter(turn, last))) {
            if (signal?.aborted) return;
            isMore = true;
            last = numbered.number;
            yield numbered;
            if (numbered.event.type === "result") return;
          }
        }
        if (row === null || row.ended_at !== null) return;
        if (row.is_interrupted) return yield* this.#store.events(chat, turn, last);
        if (isLastLook) throw new MovedTurnError("This server is closing. The turn continues at another one.");
        await news;
      }
    } finally {
      left.resolve();
      this.#followers.delete(left.promise);
    }
  }

  /** Followers look once more. */
  async close(): Promise<void> {
    this.#closing.abort();
    const late = new Promise((resolve) => setTimeout(resolve, lastLookMs).unref());
    await Promise.race([Promise.all(this.#followers), late]);
  }

  #endingWith(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }

  #looked<Value>(look: () => Promise<Value>): Promise<Value> {
    return look().catch((error: unknown) => {
      throw this.isClosing ? new MovedTurnError("This server is closing.") : error;
    });
  }
}
