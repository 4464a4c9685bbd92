import type { ChatErrorCode, ChatEvent, ChatResult } from "@reprise/model";
import type { Database, Transaction } from "./database.ts";
import { insertEvents } from "./event-batches.ts";
import type { TurnJob, TurnJobs } from "./turn-jobs.ts";

export const failed: ChatResult = { type: "result", status: "failed", usage: null, resets_at: null };
export const cancelled: ChatResult = { ...failed, status: "cancelled" };

interface Ending {
  /** Number of its last event. */
  readonly last: number;
  readonly error: { readonly code: ChatErrorCode; readonly message: string } | null;
  readonly result: ChatResult;
}

/** The end of a turn that no worker runs. Its job is the caller's. */
export async function endTurn(
  { query }: Transaction,
  { tenant, turn }: Pick<TurnJob, "tenant" | "turn">,
  { last, error, result }: Ending,
): Promise<void> {
  const events: ChatEvent[] = error ? [{ type: "error", ...error }, result] : [result];
  const numbered = events.map((event, index) => ({ number: last + 1 + index, event }));
  await insertEvents(query, tenant, turn, numbered);
  await query(
    `update reprise.turns set status = $3, error = $4, result = $5, request = null, ended_at = now()
     where tenant = $1 and turn = $2`,
    [tenant, turn, result.status, error && JSON.stringify(error), JSON.stringify(result)],
  );
  await query("select pg_notify('reprise_events', $1), pg_notify('reprise_turns', '')", [turn]);
}

/** Ends a turn whose workers crashed too often: it must not hold up its chat. Null: there is none; else why it was given up. */
export async function buryTurn(transaction: Transaction, jobs: TurnJobs): Promise<string | null> {
  const { query } = transaction;
  const dead = await jobs.fetchDead(transaction);
  if (dead === null) return null;
  const { tenant, chat, turn, id } = dead;
  await query("update reprise.chats set epoch = epoch + 1, worker = null where tenant = $1 and chat = $2", [
    tenant,
    chat,
  ]);
  const { rows } = await query(
    `select attempt, (select coalesce(max(number), 0) from reprise.events e where e.tenant = t.tenant and e.turn = t.turn) as last
     from reprise.turns t where tenant = $1 and turn = $2 and ended_at is null`,
    [tenant, turn],
  );
  const [open] = rows;
  const message = `${open?.attempt} workers that ran this turn were lost, so it is not tried again. The chat stays as it was before it. Look into their output for the reason.`;
  if (open !== undefined)
    await endTurn(transaction, dead, {
      last: open.last,
      error: { code: "interrupted", message },
      result: failed,
    });
  await jobs.remove(transaction, turn);
  await jobs.completeDead(transaction, id);
  return open === undefined ? "" : `The turn ${turn} of the chat ${chat} was given up: ${message}`;
}

const mostLost = 100;

/** Turns without a job, which was removed from the tables of the engine, get another one, in their order. Resolves with their number. */
export async function queueLost(database: Database, jobs: TurnJobs): Promise<number> {
  const { rows } = await database.query(
    `select t.tenant, t.chat, t.turn from reprise.turns t where t.ended_at is null and t.request is not null
       and not exists (${jobs.presentJob("t.turn")}) order by t.place limit ${mostLost}`,
  );
  for (const job of rows) await database.transaction((transaction) => jobs.sendAgain(transaction, job));
  return rows.length;
}
