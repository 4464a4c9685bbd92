import type { Scope, SessionId, StatusRow, Timestamp } from "@reprise/model";
import type { World } from "../../../world.ts";
import type { Message } from "../messages.ts";

/** Nobody waits for a banner; a key waits no longer than this for it. */
const mostMs = 200;
/** The runner looks into each session that was cut off, about as costly as listing them twice. */
const listsPerSession = 2;

/**
 * How many were interrupted, and who is parked. The list knows the first at once; the rest only where asking for it
 * does not hold up the keys.
 */
export async function loadStatus(
  scope: Scope,
  world: World,
  tell: (message: Message) => void,
): Promise<void> {
  const startedAt = performance.now();
  const { total } = await world.library.list({ scope, state: "interrupted", limit: 1 });
  const tookMs = performance.now() - startedAt;
  const isCheap = tookMs * listsPerSession * total <= mostMs;
  const runner = await world.runner();
  const rows = isCheap ? await runner.status(scope) : [];
  const isAll = scope === "all";
  const lost = rows.filter(({ session, status }) => session === null && status === "interrupted");
  const counted = total === 0 ? 0 : total - (await runner.dismissedCount(scope));
  tell({ type: "status", isAll, interruptedCount: counted + lost.length, parked: parkedIn(rows) });
}

function parkedIn(rows: readonly StatusRow[]): Map<SessionId, Timestamp> {
  const parked = new Map<SessionId, Timestamp>();
  for (const { session, parkedUntil } of rows) {
    if (session !== null && parkedUntil !== null) parked.set(session, parkedUntil);
  }
  return parked;
}
