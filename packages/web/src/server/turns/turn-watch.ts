import { type ChatStatus, type ChatTurn, MovedTurnError } from "@reprise/model";

export interface WatchParts {
  readonly turnMs: number;
  /** `lost`: its events ended without a result. */
  readonly onEnd: (status: ChatStatus | "lost", seconds: number) => void;
  readonly onUnexpected: (error: unknown) => void;
}

interface Watched {
  readonly turn: ChatTurn;
  readonly isDetached: boolean;
  listenerCount: number;
}

/** Turns that this server started: who listens, and how they end. */
export class TurnWatch {
  readonly #parts: WatchParts;
  readonly #turns = new Map<string, Watched>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** A turn that has just started. Unless it is detached, it is cancelled when its last listener leaves. */
  follow(turn: ChatTurn, { isDetached }: { readonly isDetached: boolean }): void {
    this.#turns.set(turn.id, { turn, isDetached, listenerCount: 0 });
    const startedAt = performance.now();
    const limit = setTimeout(() => this.#cancel(turn), this.#parts.turnMs).unref();
    void statusOf(turn)
      .catch((error: unknown) => {
        if (!(error instanceof MovedTurnError)) this.#parts.onUnexpected(error);
        return "lost" as const;
      })
      .then((status) => {
        clearTimeout(limit);
        this.#turns.delete(turn.id);
        this.#parts.onEnd(status, (performance.now() - startedAt) / 1000);
      });
  }

  /** Call the result when the listener has left. */
  listen(turn: ChatTurn): () => void {
    const watched = this.#turns.get(turn.id);
    if (!watched) return () => undefined;
    watched.listenerCount += 1;
    return () => {
      watched.listenerCount -= 1;
      const isAlone = watched.listenerCount === 0 && !watched.isDetached;
      if (isAlone && this.#turns.has(turn.id)) this.#cancel(watched.turn);
    };
  }

  #cancel(turn: ChatTurn): void {
    turn.cancel().catch(this.#parts.onUnexpected);
  }
}

async function statusOf(turn: ChatTurn): Promise<ChatStatus | "lost"> {
  for await (const { event } of turn.events()) if (event.type === "result") return event.status;
  return "lost";
}
