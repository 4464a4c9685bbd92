import type { SessionId } from "./ids.ts";
import type { Library, ListQuery, Scope } from "./library.ts";
import type { Runner, StatusRow } from "./runner.ts";
import type { SessionSummary } from "./session.ts";
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

interface CutOffCounts {
  readonly total: number;
  readonly counted: number;
  /** Of those that are counted. */
  readonly newest: SessionSummary | null;
}

/** The person rarely dismisses more than the newest few. */
const mostLookedAt = 20;

/** How many sessions were cut off, and how many of them are counted. Prompts and runs without a session are in the status only. */
export async function cutOffCounts(
  scope: Scope,
  library: Pick<Library, "list">,
  runner: () => Promise<Pick<Runner, "dismissedCount" | "dismissal">>,
): Promise<CutOffCounts> {
  let total = 0;
  const newest: SessionSummary[] = [];
  for (const state of cutOffStates) {
    const page = await library.list({ scope, state, limit: mostLookedAt });
    total += page.total;
    newest.push(...page.sessions);
  }
  if (total === 0) return { total, counted: 0, newest: null };
  const runs = await runner();
  const dismissed = await runs.dismissedCount(scope);
  newest.sort((a, b) => ((a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1));
  if (dismissed === 0) return { total, counted: total, newest: newest[0] ?? null };
  for (const session of newest.slice(0, mostLookedAt)) {
    const { isDismissed } = await runs.dismissal(session.id);
    if (!isDismissed) return { total, counted: total - dismissed, newest: session };
  }
  return { total, counted: total - dismissed, newest: null };
}

/** Every session whose agent asks, in any project; put away or not, as in the status. */
export const waitingQuery = {
  scope: "all",
  state: "waiting",
  includeHidden: true,
  archived: true,
} as const satisfies ListQuery;
