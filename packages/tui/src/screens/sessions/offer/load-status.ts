import { cutOffCounts, isCounted, type Runner, type Scope, type SessionId, waitingQuery } from "@reprise/model";
import type { World } from "../../../world.ts";
import type { Message } from "../messages.ts";

/** The banner is optional; no key waits longer than this for it. */
const mostMs = 200;
/** The runner inspects each interrupted session, which costs about as much as listing it twice. */
const listsPerSession = 2;

const nothingOfOurs: Pick<Runner, "dismissedCount" | "dismissal" | "status"> = {
  dismissedCount: async () => 0,
  dismissal: async (session) => ({ session: session as SessionId, whyNot: null, isDismissed: false }),
  status: async () => [],
};

/** How many sessions were cut off, and how many wait for the person. Runs without a session are counted only if that does not delay keys. */
export async function loadStatus(scope: Scope, world: World, tell: (message: Message) => void): Promise<void> {
  const runner = (await world.mayHaveUnfinishedWork?.()) === false ? nothingOfOurs : await world.runner();
  const startedAt = performance.now();
  const { total, counted, newest } = await cutOffCounts(scope, world.library, async () => runner);
  const tookMs = performance.now() - startedAt;
  const isCheap = tookMs * listsPerSession * total <= mostMs;
  const rows = isCheap ? await runner.status(scope) : [];
  const isAll = scope === "all";
  const lost = rows.filter((row) => row.session === null && isCounted(row));
  const { total: waitingCount } = await world.library.list({ ...waitingQuery, limit: 1 });
  tell({ type: "status", isAll, interruptedCount: counted + lost.length, newest, waitingCount });
  // Those of this workspace: it would take long to look everywhere.
  if (isAll) return;
  const projects = await (await world.projects()).list(scope);
  const unfinished = projects.filter(({ state }) => state === "interrupted" || state === "parked");
  tell({ type: "projects", unfinishedCount: unfinished.length });
}
