import { type ChatEvent, type ChatTurn, EventLog, type NumberedChatEvent } from "@reprise/model";

/** A turn of this process. Its events are numbered as they come. */
export class LiveTurn implements ChatTurn {
  readonly id: string;
  readonly chat: string;
  readonly isRepeated = false;
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  readonly #log = new EventLog<ChatEvent>(() => false);
  readonly #ended = Promise.withResolvers<void>();
  #count = 0;

  constructor(id: string, chat: string) {
    this.id = id;
    this.chat = chat;
    this.signal = this.#abort.signal;
  }

  /** Resolves when the turn has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  events(after = 0, signal?: AbortSignal): AsyncIterable<NumberedChatEvent> {
    return this.#log.from(after, signal);
  }

  async cancel(): Promise<void> {
    this.#abort.abort("cancel");
    await this.#ended.promise;
  }

  async park(): Promise<void> {
    this.#abort.abort("shutdown");
    await this.#ended.promise;
  }

  /** The number of the next event. */
  get nextNumber(): number {
    return this.#count + 1;
  }

  add(event: ChatEvent): NumberedChatEvent {
    this.#count += 1;
    this.#log.add(event);
    return { number: this.#count, event };
  }

  end(): void {
    this.#log.end();
    this.#ended.resolve();
  }
}
