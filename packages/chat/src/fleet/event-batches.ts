import type { NumberedChatEvent } from "@reprise/model";
import type { Database, Transaction } from "./database.ts";

const batchMs = 25;
const mostWaiting = 500;

/**
 * Events on their way to the database: one batch at a time, in order; the first after a pause at once, and that something is done
 * too, since the next attempt is told of it.
 */
export class EventBatches {
  readonly #write: (events: readonly NumberedChatEvent[]) => Promise<void>;
  #waiting: NumberedChatEvent[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #writtenMs = -batchMs;
  #failure: unknown = null;
  #isStopped = false;

  constructor(write: (events: readonly NumberedChatEvent[]) => Promise<void>) {
    this.#write = write;
  }

  /** Throws what `fail` was told, or why a batch could not be written. */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  async add(events: readonly NumberedChatEvent[]): Promise<void> {
    this.check();
    this.#waiting.push(...events);
    if (this.#waiting.length === 0) return;
    const restMs = this.#writtenMs + batchMs - performance.now();
    const isDoing = this.#waiting.some(({ event }) => event.type === "tool_use");
    if (isDoing || restMs <= 0 || this.#waiting.length > mostWaiting) return this.#flush();
    this.#timer ??= setTimeout(() => void this.#flush().catch(() => undefined), restMs);
  }

  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /** Writes no other batch. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** What has not been written. */
  async rest(): Promise<readonly NumberedChatEvent[]> {
    this.stop();
    await this.#writing.catch(() => undefined);
    this.check();
    return this.#waiting;
  }

  #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const events = this.#waiting;
    if (events.length === 0 || this.#failure !== null || this.#isStopped) return;
    this.#waiting = [];
    try {
      await this.#write(events);
      this.#writtenMs = performance.now();
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }
}

export async function insertEvents(
  query: Transaction["query"],
  tenant: string,
  turn: string,
  events: readonly NumberedChatEvent[],
): Promise<void> {
  await query(
    `insert into reprise.events (tenant, turn, number, event)
     select $1, $2, number, event from unnest($3::int[], $4::text[]) as added(number, event) on conflict do nothing`,
    [tenant, turn, ...columnsOf(events)],
  );
}

/** In one statement; false if the epoch is another one. */
export async function insertUnderLease(
  database: Database,
  fence: readonly unknown[],
  turn: string,
  events: readonly NumberedChatEvent[],
): Promise<boolean> {
  const { rows } = await database.query(
    `with held as (
       select 1 from reprise.chats where tenant = $1 and chat = $2 and epoch = coalesce($3, epoch) for share
     ), added as (
       insert into reprise.events (tenant, turn, number, event)
       select $1, $4::uuid, number, event from unnest($5::int[], $6::text[]) as given(number, event)
       where exists (select from held) on conflict do nothing
     )
     select count(*) as held, pg_notify('reprise_events', $4::text) from held`,
    [...fence, turn, ...columnsOf(events)],
  );
  return Number(rows[0].held) > 0;
}

export function columnsOf(events: readonly NumberedChatEvent[]): readonly [readonly number[], readonly string[]] {
  return [events.map(({ number }) => number), events.map(({ event }) => JSON.stringify(event))];
}
