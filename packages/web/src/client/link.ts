import type { Call, LinkOptions, LinkState } from "./call.ts";
import { errorIn, notOurs, notReached } from "./call-error.ts";

const usualPauses = [250, 500, 1000, 2000, 5000];
/** Three times what a server lets pass without a sign of life. */
const usualQuietMs = 45_000;

/** Requests to one server, and whether it answers. */
export class Link {
  readonly #call: Call;
  readonly #onState: (state: LinkState) => void;
  readonly #closing = new AbortController();
  readonly #pauses: readonly number[];
  readonly quietMs: number;
  #state: LinkState | null = null;

  constructor(call: Call, options: LinkOptions = {}) {
    const { onState, pauses = usualPauses, quietMs = usualQuietMs } = options;
    this.#call = call;
    this.#onState = onState ?? (() => undefined);
    this.#pauses = pauses;
    this.quietMs = quietMs;
  }

  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts with the signal, and when the link is closed. */
  until(signal: AbortSignal | null | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.closed]) : this.closed;
  }

  close(): void {
    this.#closing.abort();
  }

  /** A good answer; its body is not read. Throws what the server says, or a `CallError`. */
  async open(path: string, init: RequestInit = {}): Promise<Response> {
    if (this.#state !== "live") this.#tell("connecting");
    const signal = this.until(init.signal);
    let response: Response;
    try {
      response = await this.#call(path, { ...init, signal });
    } catch (error) {
      if (!signal.aborted) this.lost();
      throw notReached(error);
    }
    this.#tell("live");
    if (response.ok) return response;
    throw await errorIn(response);
  }

  /** Milliseconds: later attempts wait longer. */
  pauseBefore(attempt: number): number {
    return this.#pauses[Math.min(attempt, this.#pauses.length - 1)] ?? 0;
  }

  /** A connection was cut. */
  lost(): void {
    this.#tell("offline");
  }

  /** The value of a JSON answer that has the field. Throws a `CallError`. */
  async json<Value extends object>(response: Response, field: string): Promise<Value> {
    const value: unknown = await response.json().catch(() => null);
    if (typeof value === "object" && value !== null && field in value) return value as Value;
    throw notOurs(response.status);
  }

  #tell(state: LinkState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}

/** With bytes as they are, and any other body as JSON. */
export function sentAs(method: string, body: object | undefined): RequestInit {
  if (body === undefined) return { method: method.toUpperCase() };
  const [type, content] =
    body instanceof Uint8Array
      ? ["application/octet-stream", new Uint8Array(body)]
      : ["application/json", JSON.stringify(body)];
  return { method: method.toUpperCase(), headers: { "Content-Type": type }, body: content };
}
