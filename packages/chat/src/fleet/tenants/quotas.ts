import { QuotaError, type Timestamp } from "@reprise/model";
import type { Transaction } from "../database.ts";

const today = "created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'";

/** Columns of `reprise.tenants as n`: what the tenant uses now. */
export const usedColumns = `
  (select count(*) from reprise.turns t where t.tenant = n.tenant and t.ended_at is null)::int as open_turns,
  (select count(*) from reprise.turns t where t.tenant = n.tenant and t.${today})::int as day_turns,
  (select coalesce(sum(state_bytes + event_bytes), 0) from reprise.chats c where c.tenant = n.tenant)::float8 as held_bytes`;

/**
 * Throws a `QuotaError` if a turn that was just added is one too many. Turns of a tenant are added one after another until the
 * transaction has ended, so that none slips through beside another.
 */
export async function checkQuotas({ engine }: Transaction, tenant: string): Promise<void> {
  const limits = `select turns_at_once, turns_a_day, bytes from reprise.tenants
    where tenant = $1 and coalesce(turns_at_once, turns_a_day, bytes) is not null for update`;
  const [most] = (await engine.executeSql(limits, [tenant])).rows;
  if (most === undefined) return;
  const { turns_at_once: atOnce, turns_a_day: aDay, bytes } = most;
  const used = `select ${usedColumns}, now() as now from reprise.tenants n where tenant = $1`;
  const [row] = (await engine.executeSql(used, [tenant])).rows;
  if (atOnce !== null && row.open_turns > atOnce)
    throw new QuotaError(
      `The tenant may have ${atOnce} turns that run or wait, and has as many. Send this message again when one has ended.`,
      null,
    );
  if (aDay !== null && row.day_turns > aDay)
    throw new QuotaError(
      `The tenant may send ${aDay} messages a day, and has. The next day begins at 00:00 UTC.`,
      nextDay(row.now as Date),
    );
  if (bytes !== null && row.held_bytes >= Number(bytes))
    throw new QuotaError(
      `The chats of the tenant hold ${row.held_bytes} bytes, and may hold ${bytes}. Ask the operator of the server for more.`,
      null,
    );
}

function nextDay(now: Date): Timestamp {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString() as Timestamp;
}
