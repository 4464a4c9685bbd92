import type { SessionId } from "./ids.ts";
import type { Library, ListQuery, Scope } from "./library.ts";
import type { Runner, StatusRow } from "./runner.ts";
import { cutOffStates, isCutOff } from "./session-state.ts";

/** Cut off, and not dismissed by the person. */
export function isCounted({ state, isDismissed }: Pick<StatusRow, "state" | "isDismissed">): boolean {
  return isCutOff(state) && !isDismissed;
}

export type SessionRow = StatusRow & { readonly session: SessionId };

/** *Resume all* continues it. A round continues with its project. */
export function isInResumeAll(row: StatusRow): row is SessionRow {
  return isCounted(row) && row.session !== null && row.project === null;
}

/** How many sessions were cut off, and how many of them are counted. Prompts and runs without a session are in the status only. */
export async function cutOffCounts(
  scope: Scope,
  library: Pick<Library, "list">,
  runner: () => Promise<Pick<Runner, "dismissedCount">>,
): Promise<{ readonly total: number; readonly counted: number }> {
  let total = 0;
  for (const state of cutOffStates) total += (await library.list({ scope, state, limit: 1 })).total;
  return { total, counted: total === 0 ? 0 : total - (await (await runner()).dismissedCount(scope)) };
}

/** Every session whose agent asks, in any project; put away or not, as in the status. */
export const waitingQuery = {
  scope: "all",
  state: "waiting",
  includeHidden: true,
  archived: true,
} as const satisfies ListQuery;
