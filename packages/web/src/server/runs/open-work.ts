import { setTimeout as passed } from "node:timers/promises";
import type { EndReason } from "@reprise/model";
import { Places } from "../guards/places.ts";
import { closing } from "../problem.ts";

/** How many are kept after their end, so that a listener that was away sees how they ended. */
const MOST_ENDED = 64;

interface Work {
  readonly origin: string;
  readonly controls: { end(why?: EndReason): Promise<void> };
  events(): AsyncIterable<unknown>;
}

/** What this server started. It goes on when its listeners leave. */
export class OpenWork<Started extends Work> {
  readonly #places: Places;
  /** By origin: several attempts may share an id. */
  readonly #active = new Map<string, Started>();
  readonly #ended = new Map<string, Started>();
  readonly #over = new Set<Promise<void>>();
  #isClosing = false;

  /** `what`: in the plural, for a person. */
  constructor(most: number, what: string) {
    this.#places = new Places(most, what);
  }

  get runningCount(): number {
    return this.#active.size;
  }

  /** Throws a `Problem` if the server closes or runs too many. */
  async start(begin: () => Promise<Started>): Promise<Started> {
    if (this.#isClosing) throw closing();
    const leave = this.#places.take();
    try {
      const started = await begin();
      this.#active.set(started.origin, started);
      const over = this.#follow(started).finally(leave);
      this.#over.add(over);
      void over.then(() => this.#over.delete(over));
      return started;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** By its origin; also some time after its end. */
  known(origin: string): Started | null {
    return this.#active.get(origin) ?? this.#ended.get(origin) ?? null;
  }

  /** Starts no more. After `finish`, waits that long for what runs to end by itself, then ends it; each can be resumed. */
  async close(graceMs: number, finish: (started: Started) => Promise<void> = async () => {}): Promise<void> {
    this.#isClosing = true;
    for (const started of this.#active.values()) await finish(started);
    const late = new AbortController();
    await Promise.race([
      Promise.all(this.#over),
      passed(graceMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    await Promise.all([...this.#active.values()].map(({ controls }) => controls.end("cut-off")));
  }

  async #follow(started: Started): Promise<void> {
    try {
      for await (const _ of started.events());
    } catch {
      // Every listener is told.
    }
    this.#active.delete(started.origin);
    this.#ended.set(started.origin, started);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }
}
