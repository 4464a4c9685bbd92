import type { Failure, RunEvent } from "@reprise/model";
import { Queue } from "./queue.ts";
import { Turn } from "./turn.ts";

/** A turn that somebody follows. */
export class RunningTurn {
  readonly turn: Turn;
  readonly events = new Queue<RunEvent>();
  /** Resolves when the server works on it, or when it is over. */
  readonly begun: Promise<void>;
  readonly over: Promise<void>;
  isOver = false;
  readonly #begin: () => void;
  readonly #finish: () => void;

  constructor(thread: string) {
    this.turn = new Turn(thread);
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    [this.begun, this.#begin] = [begun.promise, begun.resolve];
    [this.over, this.#finish] = [over.promise, over.resolve];
  }

  tell(events: readonly RunEvent[]): void {
    if (this.isOver) return;
    this.events.put(events);
    if (this.turn.isStarted) this.#begin();
    if (events.some(({ type }) => type === "turn-ended")) this.#end();
  }

  /** An end that the server does not tell. */
  end(state: "failed" | "interrupted", failure: Failure | null): void {
    this.tell([{ type: "turn-ended", turn: this.turn.id, state, failure }]);
  }

  #end(): void {
    this.isOver = true;
    this.events.end();
    this.#begin();
    this.#finish();
  }
}
