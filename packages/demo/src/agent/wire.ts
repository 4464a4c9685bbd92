export type MessageId = number | string;
export type Fields = Readonly<Record<string, unknown>>;

/** A line from the client: a call, or the answer to the agent's request. */
export interface Incoming {
  readonly id?: MessageId;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The agent's side of the connection, in `codex app-server` messages: JSON lines. */
export class Wire {
  readonly #write: (text: string) => void;
  readonly #open = new Map<MessageId, (answer: unknown) => void>();
  #lastId = -1;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  respond(id: MessageId, result: object): void {
    this.#send({ id, result });
  }

  refuse(id: MessageId, message: string): void {
    this.#send({ id, error: { code: -32600, message } });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  /** Resolves with the answer; null when refused, or when the signal aborts. */
  request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve) => {
      this.#open.set(id, resolve);
      signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    this.#send({ id, method, params });
    return answer.finally(() => this.#open.delete(id));
  }

  answered({ id, result }: Incoming): void {
    if (id !== undefined) this.#open.get(id)?.(result ?? null);
  }

  #send(message: object): void {
    this.#write(`${JSON.stringify(message)}\n`);
  }
}
