import type { ChatEvent, NumberedChatEvent } from "@reprise/model";
import type { TurnInProgress } from "../turn/carry-out-turn.ts";

/** A turn that this worker carries out. Followers read its events from the database. */
export class RunningTurn implements TurnInProgress {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  #lastNumber: number;

  constructor(id: string, lastNumber: number) {
    this.id = id;
    this.#lastNumber = lastNumber;
    this.signal = this.#abort.signal;
  }

  get nextNumber(): number {
    return this.#lastNumber + 1;
  }

  add(event: ChatEvent): NumberedChatEvent {
    this.#lastNumber += 1;
    return { number: this.#lastNumber, event };
  }

  end(): void {}

  stop(why: "cancel" | "shutdown" | "lost"): void {
    this.#abort.abort(why);
  }
}
