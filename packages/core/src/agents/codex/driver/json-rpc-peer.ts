import type { Child } from "../../../host/processes/child.ts";
import { fieldOf, numberOf, textOf } from "../../foreign.ts";
import { CallError, endedError } from "./call-error.ts";
import { type MessageId, messagesOf, type Notification, type ServerRequest } from "./message.ts";
import { settlesWithin } from "./time-limits.ts";

/** Beyond this Codex silently drops requests. */
const mostInFlight = 32;
const mostRetries = 6;
const overloaded = -32001;
const lingeringMs = 1000;

interface PeerEvents {
  /** Every raw line, before it is parsed. */
  readonly onLine: (direction: "in" | "out", line: string) => void;
  readonly onNotification: (notification: Notification) => void;
  /** Must be answered by `respond` or `refuse`, now or later. */
  readonly onRequest: (request: ServerRequest, peer: Peer) => void;
  readonly onGarbage: (line: string) => void;
}

interface Call {
  readonly method: string;
  readonly params: object;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
  retryCount: number;
  isSettled: boolean;
}

/** JSON-RPC lines without the `jsonrpc` member. */
export class Peer {
  /** Resolves when nothing more can arrive; open calls are rejected by then. */
  readonly closed: Promise<CallError>;
  readonly #child: Child;
  readonly #events: PeerEvents;
  readonly #backOffMs: number;
  readonly #inFlight = new Map<MessageId, Call>();
  readonly #waiting: Call[] = [];
  #lastId = 0;
  #end: CallError | null = null;

  constructor(child: Child, events: PeerEvents, backOffMs: number) {
    this.#child = child;
    this.#events = events;
    this.#backOffMs = backOffMs;
    this.closed = this.#read();
  }

  /** Rejects with a CallError: refused, timed out, or the process ended. */
  call(method: string, params: object, limitMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call: Call = { method, params, resolve, reject, retryCount: 0, isSettled: false };
    const timer = setTimeout(() => {
      call.isSettled = true;
      for (const [id, other] of this.#inFlight) if (other === call) this.#inFlight.delete(id);
      this.#send();
      reject(new CallError("no-answer", `Codex did not answer ${method} within ${limitMs} ms.`));
    }, limitMs);
    if (this.#end) reject(this.#end);
    else this.#waiting.push(call);
    this.#send();
    return promise.finally(() => clearTimeout(timer));
  }

  notify(method: string): void {
    this.#write({ method });
  }

  respond(id: MessageId, result: object): void {
    this.#write({ id, result });
  }

  refuse(id: MessageId, code: number, message: string): void {
    this.#write({ id, error: { code, message } });
  }

  #send(): void {
    while (this.#inFlight.size < mostInFlight) {
      const call = this.#waiting.shift();
      if (!call) return;
      if (call.isSettled) continue;
      const id = ++this.#lastId;
      this.#inFlight.set(id, call);
      try {
        this.#write({ id, method: call.method, params: call.params });
      } catch (error) {
        this.#inFlight.delete(id);
        call.reject(endedError(null, "", error));
      }
    }
  }

  #write(message: object): void {
    const line = JSON.stringify(message);
    this.#events.onLine("out", line);
    this.#child.write(`${line}\n`);
  }

  async #read(): Promise<CallError> {
    let cause: unknown;
    try {
      for await (const lines of this.#child.batches) for (const line of lines) if (line !== "") this.#take(line);
    } catch (error) {
      cause = error;
    }
    // A server that closed its output is lost, even if it still runs.
    if (!(await settlesWithin(this.#child.exited, lingeringMs))) this.#child.kill("SIGKILL");
    this.#end = endedError(await this.#child.exited, this.#child.stderr(), cause);
    for (const call of [...this.#inFlight.values(), ...this.#waiting]) call.reject(this.#end);
    this.#inFlight.clear();
    return this.#end;
  }

  #take(line: string): void {
    this.#events.onLine("in", line);
    const messages = messagesOf(line);
    if (messages === null) this.#events.onGarbage(line);
    for (const message of messages ?? []) {
      if (message.kind === "notification") this.#events.onNotification(message);
      else if (message.kind === "request") this.#events.onRequest(message, this);
      else this.#settle(message.id, message.result, message.error);
    }
  }

  /** Ignores answers after the time limit. */
  #settle(id: MessageId, result: unknown, error: unknown): void {
    const call = this.#inFlight.get(id);
    if (!call) return;
    this.#inFlight.delete(id);
    if (error === undefined) call.resolve(result);
    else if (numberOf(fieldOf(error, "code")) === overloaded && call.retryCount < mostRetries) this.#sendLater(call);
    else call.reject(new CallError("refused", textOf(fieldOf(error, "message")) ?? JSON.stringify(error)));
    this.#send();
  }

  #sendLater(call: Call): void {
    const waitMs = this.#backOffMs * 2 ** call.retryCount;
    call.retryCount += 1;
    setTimeout(() => {
      if (this.#end) return call.reject(this.#end);
      this.#waiting.push(call);
      this.#send();
    }, waitMs);
  }
}
