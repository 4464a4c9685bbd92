import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** A transport that knows which requests have no answer yet. */
export class CountedTransport implements Transport {
  readonly #inner: Transport;
  readonly #open = new Set<string | number>();
  #whenAnswered: (() => void) | null = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message: JSONRPCMessage) => {
      if ("method" in message && "id" in message) this.#open.add(message.id);
      // A cancelled request is never answered.
      if ("method" in message && message.method === "notifications/cancelled")
        this.#settle((message.params as { requestId?: string | number } | undefined)?.requestId);
      this.onmessage?.(message);
    };
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (!("method" in message) && "id" in message) this.#settle(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Calls once every request so far has its answer. */
  onAnswered(listener: () => void): void {
    this.#whenAnswered = listener;
    if (this.#open.size === 0) listener();
  }

  #settle(id: string | number | undefined): void {
    if (id !== undefined) this.#open.delete(id);
    if (this.#open.size === 0) this.#whenAnswered?.();
  }
}
