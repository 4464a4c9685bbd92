import { type HostMessage, type PageMessage, PIECE_BYTES, PIECES_AHEAD } from "@reprise/web/embedding";
import { isAllowedPath } from "./allowed-path.ts";

export interface PageRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing more is read from the server than what is taken here. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Calls the server. Rejects with a sentence for the user if it cannot be reached. */
export type CallServer = (request: PageRequest, signal: AbortSignal) => Promise<ServerAnswer>;

/** Headers that a page may set; the rest is ours. */
const PAGE_HEADERS = ["accept", "content-type", "idempotency-key", "last-event-id"];

type RequestMessage = Extract<PageMessage, { type: "request" }>;

/** The requests of one page. */
export class Forwarder {
  readonly #call: CallServer;
  readonly #post: (message: HostMessage) => void;
  readonly #open = new Map<number, Forwarded>();

  constructor(call: CallServer, post: (message: HostMessage) => void) {
    this.#call = call;
    this.#post = post;
  }

  take(message: PageMessage): void {
    if (message.type === "start") this.close();
    else if (message.type === "request") void this.#forward(message);
    else if (message.type === "taken") this.#open.get(message.id)?.allow();
    else if (message.type === "cancel") this.#open.get(message.id)?.abort();
  }

  /** Cancels every request. */
  close(): void {
    for (const forwarded of this.#open.values()) forwarded.abort();
    this.#open.clear();
  }

  async #forward({ id, path, method, headers, body }: RequestMessage): Promise<void> {
    const forwarded = new Forwarded();
    this.#open.set(id, forwarded);
    const post = (message: HostMessage) => {
      if (!forwarded.signal.aborted) this.#post(message);
    };
    try {
      if (!isAllowedPath(path)) throw new Error(`The server has no ${path}.`);
      const request = { path, method, headers: pageHeaders(headers), body };
      const answer = await this.#call(request, forwarded.signal);
      post({ type: "head", id, status: answer.status, headers: answer.headers });
      for await (const chunk of answer.body)
        for (const bytes of piecesOf(chunk)) {
          await forwarded.allowed();
          post({ type: "piece", id, bytes });
        }
      post({ type: "end", id });
    } catch (error) {
      post({ type: "failed", id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      if (this.#open.get(id) === forwarded) this.#open.delete(id);
    }
  }
}

/** One request, and how many pieces of its answer the page has room for. */
class Forwarded {
  readonly #aborter = new AbortController();
  #room = PIECES_AHEAD;
  #wake = () => {};

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  allow(): void {
    this.#room += 1;
    this.#wake();
  }

  abort(): void {
    this.#aborter.abort();
    this.#wake();
  }

  /** Resolves when there is room for one more; rejects when the request was cancelled. */
  async allowed(): Promise<void> {
    while (this.#room === 0 && !this.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.signal.throwIfAborted();
    this.#room -= 1;
  }
}

function pageHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PAGE_HEADERS.includes(name.toLowerCase())));
}

/** Copies, each with a buffer of its own: an editor sends the whole buffer of a view, and knows no buffers of Node. */
function* piecesOf(chunk: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < chunk.length; start += PIECE_BYTES)
    yield new Uint8Array(chunk.subarray(start, start + PIECE_BYTES));
}
