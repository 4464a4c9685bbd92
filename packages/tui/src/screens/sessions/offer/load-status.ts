import type { Scope, SessionId, StatusRow, Timestamp } from "@reprise/model";
import type { World } from "../../../world.ts";
import type { Message } from "../messages.ts";

/** The banner is optional; no key waits longer than this for it. */
const mostMs = 200;
/** The runner inspects each interrupted session, which costs about as much as listing it twice. */
const listsPerSession = 2;

/**
 * The number of interrupted sessions, and the parked ones. The list knows the first at once; the rest is
 * queried only if that does not delay keys.
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
  // Those of this workspace: it would take long to look everywhere.
  if (isAll) return;
  const projects = await (await world.projects()).list(scope);
  const unfinished = projects.filter(({ state }) => state === "interrupted" || state === "parked");
  tell({ type: "projects", unfinishedCount: unfinished.length });
}

function parkedIn(rows: readonly StatusRow[]): Map<SessionId, Timestamp> {
  const parked = new Map<SessionId, Timestamp>();
  for (const { session, parkedUntil } of rows) {
    if (session !== null && parkedUntil !== null) parked.set(session, parkedUntil);
  }
  return parked;
}
