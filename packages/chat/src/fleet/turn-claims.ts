import type { ChatRequest, Owner } from "@reprise/model";
import type { Transaction } from "./database.ts";
import { insertEvents } from "./event-batches.ts";
import { cancelled, type Ending, endTurn, failed } from "./turn-endings.ts";
import type { TurnJob, TurnJobs } from "./turn-jobs.ts";

export interface Claimed extends TurnJob {
  readonly epoch: string;
  readonly request: ChatRequest;
  /** Of its events; those of an earlier attempt count. */
  readonly lastNumber: number;
  /** From 1. */
  readonly attempt: number;
  readonly waitedMs: number;
}

interface ClaimParts {
  readonly jobs: TurnJobs;
  readonly worker: Owner;
  readonly leaseSeconds: number;
}

interface Waiting {
  readonly turn: string;
  readonly request: string | null;
  readonly attempt: number;
  readonly is_cancelled: boolean;
  readonly parked_until: Date | null;
  readonly is_later: boolean;
  readonly waited_ms: number;
}

/** How long a turn steps back for an earlier one of its chat. */
const laterSeconds = 1;
/** Of a turn whose workers were lost each time. One that fails is not tried again at all. */
const mostAttempts = 6;

/**
 * Takes at most that many turns, each of another chat. Jobs and epochs are taken together or not at all. `isAll`: there was no
 * other job to look at. `givenUp`: why turns ended that were tried too often; they must not hold up their chats.
 */
export async function claimTurns(
  transaction: Transaction,
  { jobs, worker, leaseSeconds }: ClaimParts,
  most: number,
): Promise<{ readonly claimed: readonly Claimed[]; readonly givenUp: readonly string[]; readonly isAll: boolean }> {
  const fetched = await jobs.fetch(transaction, most);
  if (fetched.length === 0) return { claimed: [], givenUp: [], isAll: true };
  const waiting = new Map((await lockedTurns(transaction, fetched)).map((row) => [row.turn, row]));
  const starting = new Map<TurnJob, Waiting & { readonly request: string }>();
  for (const job of fetched) {
    const row = waiting.get(job.turn);
    const until = row === undefined ? null : waitsUntil(row);
    if (row === undefined || row.request === null) await jobs.complete(transaction, job.turn);
    // All that wait come by here, one after another, so they stay in order.
    else if (until !== null) await jobs.sendAgain(transaction, job, until);
    else starting.set(job, { ...row, request: row.request });
  }
  const epochs = await raisedEpochs(transaction, [...starting.keys()], { worker, leaseSeconds });
  const claimed: Claimed[] = [];
  const givenUp: string[] = [];
  for (const [job, row] of starting) {
    const lastNumber = row.attempt === 0 ? 0 : await lastNumberOf(transaction, job);
    const end = endOf(row);
    if (end !== null) {
      await endTurn(transaction, job, { last: lastNumber, ...end });
      await released(transaction, job);
      await jobs.complete(transaction, job.turn);
      if (end.error !== null)
        givenUp.push(`The turn ${job.turn} of the chat ${job.chat} was given up: ${end.error.message}`);
      continue;
    }
    const again = row.attempt === 0 ? [] : [attemptEvent(row.attempt + 1)];
    const events = again.map((event) => ({ number: lastNumber + 1, event }));
    if (events.length > 0) await insertEvents(transaction.query, job.tenant, job.turn, events);
    const request = JSON.parse(row.request) as ChatRequest;
    const so = { attempt: row.attempt + 1, waitedMs: row.waited_ms, lastNumber: lastNumber + events.length };
    claimed.push({ ...job, ...so, request, epoch: epochs.get(job.turn) ?? "" });
  }
  return { claimed, givenUp, isAll: fetched.length < most && claimed.length === fetched.length };
}

/** Null: it is carried out. */
function endOf({ is_cancelled, attempt }: Waiting): Omit<Ending, "last"> | null {
  if (is_cancelled) return { error: null, result: cancelled };
  if (attempt < mostAttempts) return null;
  const message = `${attempt} workers that ran this turn were lost, so it is not tried again. The chat stays as it was before it. Look into their output for the reason.`;
  return { error: { code: "interrupted", message }, result: failed };
}

/** The epoch stays, so the worker that ran the turn before commits nothing. */
async function released({ query }: Transaction, { tenant, chat }: TurnJob): Promise<void> {
  const text = "update reprise.chats set worker = null, leased_until = null where tenant = $1 and chat = $2";
  await query(text, [tenant, chat]);
}

/**
 * Null: it may start. The engine orders jobs by when their transactions began, and has none for a turn whose job was removed:
 * the order of a chat is that of its turns.
 */
function waitsUntil({ request, attempt, parked_until, is_later }: Waiting): Date | number | null {
  const isWaiting = attempt === 0 && request !== null && (JSON.parse(request) as ChatRequest).queue === true;
  if (isWaiting && parked_until !== null && Number(parked_until) > Date.now()) return parked_until;
  return is_later ? laterSeconds : null;
}

/** In one order for all workers. Without those that have ended. */
async function lockedTurns({ query }: Transaction, jobs: readonly TurnJob[]): Promise<readonly Waiting[]> {
  const { rows } = await query(
    `select t.turn, t.request, t.attempt, t.is_cancelled, c.parked_until,
       (extract(epoch from now() - t.created_at) * 1000)::float8 as waited_ms,
       exists (select from reprise.turns e where e.tenant = t.tenant and e.chat = t.chat and e.ended_at is null
         and e.request is not null and e.place < t.place) as is_later
     from unnest($1::text[], $2::text[], $3::uuid[]) as job(tenant, chat, turn)
       join reprise.chats c on c.tenant = job.tenant and c.chat = job.chat
       join reprise.turns t on t.tenant = job.tenant and t.turn = job.turn and t.ended_at is null
     order by c.tenant, c.chat for update of c, t`,
    columnsOf(jobs),
  );
  return rows;
}

async function raisedEpochs(
  { query }: Transaction,
  jobs: readonly TurnJob[],
  { worker, leaseSeconds }: Pick<ClaimParts, "worker" | "leaseSeconds">,
): Promise<ReadonlyMap<string, string>> {
  if (jobs.length === 0) return new Map();
  const { rows } = await query(
    `with job as (select * from unnest($1::text[], $2::text[], $3::uuid[]) as job(tenant, chat, turn)), raised as (
       update reprise.chats c set epoch = epoch + 1, worker = $4, leased_until = now() + make_interval(secs => $5)
       from job where c.tenant = job.tenant and c.chat = job.chat returning job.tenant, job.turn, c.epoch
     ), started as (
       update reprise.turns t set status = 'running', epoch = raised.epoch, attempt = attempt + 1,
         started_at = coalesce(started_at, now())
       from raised where t.tenant = raised.tenant and t.turn = raised.turn returning t.turn, t.epoch
     )
     select turn, epoch, pg_notify('reprise_events', turn::text) from started`,
    [...columnsOf(jobs), JSON.stringify(worker), leaseSeconds],
  );
  return new Map(rows.map(({ turn, epoch }) => [turn, epoch]));
}

async function lastNumberOf({ query }: Transaction, { tenant, turn }: TurnJob): Promise<number> {
  const text = "select coalesce(max(number), 0) as last from reprise.events where tenant = $1 and turn = $2";
  return (await query(text, [tenant, turn])).rows[0].last;
}

function attemptEvent(number: number) {
  const message = "The worker that ran this turn was lost. It starts again: what it said so far no longer counts.";
  return { type: "attempt", number, message } as const;
}

function columnsOf(jobs: readonly TurnJob[]): unknown[] {
  return [jobs.map(({ tenant }) => tenant), jobs.map(({ chat }) => chat), jobs.map(({ turn }) => turn)];
}
