import type { HostMessage, PageMessage } from "./protocol.ts";

/** Like `fetch`, over messages. */
export interface BridgedCall {
  call(path: string, init?: RequestInit): Promise<Response>;
  take(message: HostMessage): void;
}

interface Open {
  take(message: HostMessage): void;
}

/** Statuses whose answer has no body, by the standard of `fetch`. */
const WITHOUT_BODY = [204, 205, 304];

export function bridgedCall(post: (message: PageMessage) => void): BridgedCall {
  const open = new Map<number, Open>();
  let last = 0;

  async function call(path: string, init?: RequestInit): Promise<Response> {
    const request = new Request(new URL(path, "http://reprise.invalid"), init);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const id = ++last;
    const answer = new OpenAnswer({
      taken: () => post({ type: "taken", id }),
      cancel: () => post({ type: "cancel", id }),
      done: () => open.delete(id),
    });
    open.set(id, answer);
    request.signal.addEventListener("abort", () => answer.cancel(request.signal.reason), { once: true });
    const headers = Object.fromEntries(request.headers);
    post({ type: "request", id, path, method: request.method, headers, body });
    return answer.response;
  }

  return { call, take: (message) => "id" in message && open.get(message.id)?.take(message) };
}

interface Steps {
  /** Asks for one more piece. */
  taken(): void;
  cancel(): void;
  done(): void;
}

class OpenAnswer implements Open {
  readonly response: Promise<Response>;
  readonly #response = Promise.withResolvers<Response>();
  readonly #pieces: Uint8Array[] = [];
  readonly #steps: Steps;
  #isEnded = false;
  #error: unknown = null;
  #wake = () => {};

  constructor(steps: Steps) {
    this.#steps = steps;
    this.response = this.#response.promise;
  }

  take(message: HostMessage): void {
    if (message.type === "head") this.#respond(message.status, message.headers);
    else if (message.type === "piece") this.#pieces.push(message.bytes);
    else if (message.type === "end") this.#end(null);
    else if (message.type === "failed") this.#end(new TypeError(message.message));
    this.#wake();
  }

  /** What has not been read is dropped, as `fetch` does. */
  cancel(reason: unknown): void {
    if (this.#isEnded) return;
    this.#steps.cancel();
    this.#pieces.length = 0;
    this.#end(reason);
    this.#wake();
  }

  #end(error: unknown): void {
    this.#isEnded = true;
    this.#error = error;
    if (error !== null) this.#response.reject(error);
    this.#steps.done();
  }

  #respond(status: number, headers: Readonly<Record<string, string>>): void {
    const hasBody = !WITHOUT_BODY.includes(status);
    this.#response.resolve(new Response(hasBody ? this.#body() : null, { status, headers: { ...headers } }));
  }

  /** Without a queue of its own: a piece counts as taken when the reader has it. */
  #body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream(
      {
        pull: async (controller) => {
          while (this.#pieces.length === 0 && !this.#isEnded)
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
            });
          const piece = this.#pieces.shift();
          if (piece === undefined) return this.#error === null ? controller.close() : controller.error(this.#error);
          if (!this.#isEnded) this.#steps.taken();
          controller.enqueue(new Uint8Array(piece));
        },
        cancel: (reason) => this.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
