import type { ChatErrorCode, ChatEvent, ChatResult } from "@reprise/model";
import type { Database, Transaction } from "./database.ts";
import { insertEvents } from "./event-batches.ts";
import type { TurnJob, TurnJobs } from "./turn-jobs.ts";

export const failed: ChatResult = { type: "result", status: "failed", usage: null, resets_at: null };
export const cancelled: ChatResult = { ...failed, status: "cancelled" };

export interface Ending {
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

const mostLost = 100;

/** Turns without a job, which the engine gave up or somebody removed, get another one, in their order. Resolves with their number. */
export async function queueLost(database: Database, jobs: TurnJobs): Promise<number> {
  const { rows } = await database.query(
    `select t.tenant, t.chat, t.turn from reprise.turns t where t.ended_at is null and t.request is not null
       and not exists (${jobs.presentJob("t.turn")}) order by t.place limit ${mostLost}`,
  );
  for (const job of rows) await database.transaction((transaction) => jobs.sendAgain(transaction, job));
  return rows.length;
}
