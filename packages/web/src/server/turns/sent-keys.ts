import { createHash } from "node:crypto";
import type { ChatRequest } from "@reprise/model";
import { Problem } from "../problem.ts";

const MOST_KEYS = 10_000;

/** Which request each key was sent with. A key belongs to a chat of a tenant. Forgets the oldest: the chats know the message of each. */
export class SentKeys {
  readonly #hashes = new Map<string, string>();

  has(tenant: string | null, request: ChatRequest, key: string): boolean {
    return this.#hashes.has(nameOf(tenant, request, key));
  }

  /** Throws a `Problem` if the key came with another request. The result takes it back, if it is new. */
  claim(tenant: string | null, request: ChatRequest, key: string): () => void {
    const name = nameOf(tenant, request, key);
    const hash = hashOf(request);
    const known = this.#hashes.get(name);
    if (known !== undefined && known !== hash) throw otherRequest();
    if (known !== undefined) return () => undefined;
    this.#hashes.set(name, hash);
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size > MOST_KEYS && oldest !== undefined) this.#hashes.delete(oldest);
    return () => void this.#hashes.delete(name);
  }
}

function otherRequest(): Problem {
  const message =
    "This Idempotency-Key was sent with another request. Nothing was run. Use a new key for each message.";
  return new Problem(409, { code: "refused", message });
}

function nameOf(tenant: string | null, { chat_id }: ChatRequest, key: string): string {
  return JSON.stringify([tenant, chat_id, key]);
}

function hashOf(request: ChatRequest): string {
  const fields = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64");
}
