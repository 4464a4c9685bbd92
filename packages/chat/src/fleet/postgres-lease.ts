import { redactSecrets } from "@reprise/core/redact";
import { type NumberedChatEvent, SessionError } from "@reprise/model";
import { ObjectError } from "../objects/object-store.ts";
import { patiently } from "../objects/patiently.ts";
import { repeatable } from "../objects/repeatable.ts";
import { type Lease, LostLeaseError, type StoredPart, type TurnOutcome } from "../store/chat-store.ts";
import { RedactedEvents } from "../store/redacted-events.ts";
import { persistently, type Transaction } from "./database.ts";
import { columnsOf, EventBatches, insertUnderLease } from "./event-batches.ts";
import { objectsOf } from "./object-keys.ts";
import type { StoreParts } from "./postgres-chat-store.ts";

export interface LeaseParts extends StoreParts {
  readonly chat: string;
  readonly turn: string;
  readonly epoch: string;
  /** What the engine does with the job of the turn in the transaction of a beat or of the end; false: the job is another's. */
  readonly job?: { beat(transaction: Transaction): Promise<boolean>; end(transaction: Transaction): Promise<boolean> };
  /** For tests: what a worker without the fence would destroy. */
  readonly isUnfenced?: boolean | undefined;
  readonly onLost?: (() => void) | undefined;
  readonly onCancelled?: (() => void) | undefined;
}

const beatMs = 2000;
/** How long the end of a turn is tried while the database is away. */
const patienceMs = 60_000;

/** The right to write under one epoch of a chat. */
export class PostgresLease implements Lease {
  readonly #parts: LeaseParts;
  readonly #redacted = new RedactedEvents();
  readonly #batches: EventBatches;
  #beats: NodeJS.Timeout | null = null;
  #beatMs = performance.now();
  #isBeating = false;
  #isOver = false;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#batches = new EventBatches((events) => this.#write(events));
  }

  async append(events: readonly NumberedChatEvent[]): Promise<void> {
    this.#check();
    await this.#batches.add(events.flatMap((numbered) => this.#redacted.take(numbered)));
  }

  async save(bytes: AsyncIterable<Uint8Array>): Promise<StoredPart> {
    this.#check();
    const { objects, tenant, chat, epoch, spool } = this.#parts;
    const kept = await repeatable(bytes, spool);
    try {
      const { sha256, content } = kept;
      await patiently(
        () => objects.put(`${objectsOf(tenant, chat)}${epoch}/${sha256}`, content),
        () => this.#check(),
      );
      return { sha256, sizeBytes: content.sizeBytes };
    } catch (error) {
      if (!(error instanceof ObjectError)) throw error;
      throw new SessionError("not-saved", `The files of the chat could not be kept. ${error.message}`, {
        cause: error,
      });
    } finally {
      await kept.remove();
    }
  }

  async end(outcome: TurnOutcome): Promise<void> {
    this.#check();
    this.abandon();
    const waiting = await this.#batches.rest();
    const events = [...waiting, ...this.#redacted.rest(), { number: outcome.number, event: outcome.result }];
    let isRepeat = false;
    await persistently(async () => {
      // The answer to a commit may have been lost with the connection.
      if (isRepeat && (await this.#hasEnded())) return;
      isRepeat = true;
      await this.#parts.database.transaction((transaction) => this.#commit(transaction, outcome, events));
    }, patienceMs);
    if (outcome.state !== null) void this.#removeOlder();
  }

  /** Keeps the lease until the end, or until it is lost. */
  beatRegularly(): void {
    const everyMs = Math.min(beatMs, this.#parts.leaseSeconds * 250);
    this.#beats = setInterval(() => {
      // A database that is cut off may not even refuse.
      if (this.#isBeating && this.#isLate) this.#lose(this.#lost());
      else void this.#beat();
    }, everyMs);
    this.#beats.unref();
  }

  /** After a notice, which also comes when its connection is back: then nobody may have cancelled anything. */
  async look(): Promise<void> {
    const { database, tenant, turn } = this.#parts;
    const text = "select 1 from reprise.turns where tenant = $1 and turn = $2 and is_cancelled";
    const rows = await persistently(async () => (await database.query(text, [tenant, turn])).rows, patienceMs).catch(
      // The next beat asks too.
      () => [],
    );
    if (rows.length > 0) this.#parts.onCancelled?.();
  }

  /** Ends nothing: the next worker finds the turn as a killed process leaves it. */
  abandon(): void {
    this.#isOver = true;
    this.#stop();
  }

  get #fence(): readonly unknown[] {
    return [this.#parts.tenant, this.#parts.chat, this.#parts.isUnfenced ? null : this.#parts.epoch];
  }

  async #commit(
    { query, engine }: Transaction,
    { result, error, state }: TurnOutcome,
    events: readonly NumberedChatEvent[],
  ): Promise<void> {
    const { turn, epoch, job } = this.#parts;
    const parked = result.status === "parked" ? result.resets_at : null;
    const told = error && JSON.stringify({ ...error, message: redactSecrets(error.message) });
    const { rows } = await query(
      `with held as (
         update reprise.chats set state = coalesce($4, state), worker = null, leased_until = null, updated_at = now(),
           state_epoch = case when $4::text is null then state_epoch else $6::bigint end, parked_until = $5
         where tenant = $1 and chat = $2 and epoch = coalesce($3, epoch) returning tenant
       ), ended as (
         update reprise.turns set status = $8, error = $9, result = $10, request = null, ended_at = now()
         where tenant = $1 and turn = $7::uuid and exists (select from held)
       ), added as (
         insert into reprise.events (tenant, turn, number, event)
         select tenant, $7::uuid, number, event from held, unnest($11::int[], $12::text[]) as given(number, event)
         on conflict do nothing
       ), waiting as (
         select pg_notify('reprise_turns', '') from held where exists (
           select from reprise.turns where tenant = $1 and chat = $2 and ended_at is null and turn <> $7::uuid)
       )
       select pg_notify('reprise_events', $7::text), (select count(*) from waiting) from held`,
      [
        ...[...this.#fence, state && JSON.stringify(state), parked, epoch],
        ...[turn, result.status, told, JSON.stringify(result), ...columnsOf(events)],
      ],
    );
    const isOurs = rows.length > 0 && ((await job?.end({ query, engine })) ?? true);
    if (rows.length === 0 || (!isOurs && !this.#parts.isUnfenced)) throw this.#lost();
  }

  async #hasEnded(): Promise<boolean> {
    const { database, tenant, turn, epoch } = this.#parts;
    const text = "select 1 from reprise.turns where tenant = $1 and turn = $2 and epoch = $3 and ended_at is not null";
    return (await database.query(text, [tenant, turn, epoch])).rows.length > 0;
  }

  /** The same numbers again are the same events: an answer may have been lost. */
  async #write(events: readonly NumberedChatEvent[]): Promise<void> {
    const { database, turn } = this.#parts;
    if (!(await persistently(() => insertUnderLease(database, this.#fence, turn, events), patienceMs)))
      throw this.#lost();
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#isOver) return;
    this.#isBeating = true;
    const { database, tenant, turn, leaseSeconds, job } = this.#parts;
    try {
      const sentMs = performance.now();
      const isCancelled = await database.transaction(async (transaction) => {
        const { rowCount } = await transaction.query(
          `update reprise.chats set leased_until = now() + make_interval(secs => $4)
           where tenant = $1 and chat = $2 and epoch = coalesce($3, epoch)`,
          [...this.#fence, leaseSeconds],
        );
        const isOurs = rowCount === 1 && ((await job?.beat(transaction)) ?? true);
        if (!isOurs && !this.#parts.isUnfenced) throw this.#lost();
        const text = "select is_cancelled from reprise.turns where tenant = $1 and turn = $2";
        return (await transaction.query(text, [tenant, turn])).rows[0]?.is_cancelled === true;
      });
      this.#beatMs = sentMs;
      if (isCancelled) this.#parts.onCancelled?.();
    } catch (error) {
      if (error instanceof LostLeaseError) this.#lose(error);
      else if (this.#isLate) this.#lose(this.#lost());
    } finally {
      this.#isBeating = false;
    }
  }

  /** Not heard of for so long, it has been given to another one. */
  get #isLate(): boolean {
    return performance.now() - this.#beatMs > this.#parts.leaseSeconds * 1000;
  }

  #lose(error: LostLeaseError): void {
    if (this.#isOver || this.#parts.isUnfenced) return;
    this.#batches.fail(error);
    this.#stop();
    this.#parts.onLost?.();
  }

  /** Objects of earlier epochs: nobody who had one of them can commit any more. */
  async #removeOlder(): Promise<void> {
    const { objects, tenant, chat, epoch } = this.#parts;
    const prefix = objectsOf(tenant, chat);
    try {
      for await (const { key } of objects.list(prefix))
        if (BigInt(key.slice(prefix.length).split("/")[0] ?? "") < BigInt(epoch)) await objects.delete(key);
    } catch {
      // The next turn tries again.
    }
  }

  #check(): void {
    this.#batches.check();
    if (this.#isOver) throw new LostLeaseError("The turn has ended.");
  }

  #stop(): void {
    this.#batches.stop();
    if (this.#beats) clearInterval(this.#beats);
    this.#beats = null;
  }

  #lost(): LostLeaseError {
    return new LostLeaseError("Another worker has taken over the chat, since this one was not heard of for too long.");
  }
}
