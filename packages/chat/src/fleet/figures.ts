import type { FleetFigures } from "@reprise/model";
import type { Query } from "./database.ts";

/** What a process counts of its own work. */
export class WorkerCounts {
  takeoverCount = 0;
  lostLeaseCount = 0;
  givenUpCount = 0;
}

/** Open turns of all tenants, by what becomes of them. */
export async function figuresOf(query: Query, counts: WorkerCounts): Promise<FleetFigures> {
  const { rows } = await query.query(
    `select count(*) filter (where t.status = 'queued')::int as waiting,
       count(*) filter (where t.status = 'running')::int as running,
       count(*) filter (where t.status = 'running' and c.leased_until < now())::int as lapsed,
       coalesce(extract(epoch from now() - min(t.created_at) filter (
         where t.status = 'queued' and coalesce(c.parked_until, now()) <= now())), 0)::float8 as oldest,
       count(distinct c.worker) filter (where t.status = 'running' and c.leased_until >= now())::int as workers
     from reprise.turns t join reprise.chats c using (tenant, chat) where t.ended_at is null`,
  );
  const [row] = rows;
  const { takeoverCount, lostLeaseCount, givenUpCount } = counts;
  return {
    waitingCount: row.waiting,
    runningCount: row.running,
    lapsedCount: row.lapsed,
    oldestWaitingSeconds: row.oldest,
    workerCount: row.workers,
    takeoverCount,
    lostLeaseCount,
    givenUpCount,
  };
}
