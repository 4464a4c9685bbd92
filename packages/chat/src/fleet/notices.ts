import type { Client } from "pg";
import type { Database } from "./database.ts";

export type Channel = "reprise_turns" | "reprise_events" | "reprise_cancels";

const channels: readonly Channel[] = ["reprise_turns", "reprise_events", "reprise_cancels"];

/**
 * What other processes say happened. Only a wake-up: listeners look into the tables, and also look from time to time without,
 * since a notice is lost while the connection is away.
 */
export class Notices {
  readonly #database: Database;
  readonly #listeners = new Map<string, Set<() => void>>();
  #client: Client | null = null;
  #isClosed = false;
  #retry: NodeJS.Timeout | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Also called when the connection is back: something may have been missed. The result stops it. */
  on(channel: Channel, name: string, listener: () => void): () => void {
    const place = `${channel} ${name}`;
    const listeners = this.#listeners.get(place) ?? new Set();
    this.#listeners.set(place, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(place) === listeners) this.#listeners.delete(place);
    };
  }

  /** Resolves with the next notice, after that time, or when the signal aborts. */
  next(channel: Channel, name: string, { mostMs, signal }: { mostMs: number; signal?: AbortSignal | undefined }) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.on(channel, name, resolve);
    const timer = setTimeout(resolve, mostMs);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    if (signal?.aborted) resolve();
    return promise.finally(() => {
      clearTimeout(timer);
      stop();
    });
  }

  async open(): Promise<void> {
    const client = await this.#database.listener();
    if (this.#isClosed) return client.end();
    this.#client = client;
    client.on("notification", ({ channel, payload = "" }) => this.#wake(`${channel} ${payload}`));
    client.once("end", () => {
      if (this.#client === client) this.#reopen();
    });
    for (const channel of channels) await client.query(`listen ${channel}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end();
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener();
  }

  #reopen(): void {
    this.#client = null;
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.open().then(
        () => {
          for (const place of this.#listeners.keys()) this.#wake(place);
        },
        () => this.#reopen(),
      );
    }, 200).unref();
  }

  #wake(place: string): void {
    for (const listener of [...(this.#listeners.get(place) ?? [])]) listener();
  }
}
