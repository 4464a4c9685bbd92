import type { RestorePlan, SavedState, SessionId, Settings, Wish } from "@reprise/model";
import type { WorkbenchParts } from "./parts.ts";

type Parts = Pick<WorkbenchParts, "runner" | "shown" | "remembers">;

/** How the session would be continued here. Starts nothing. Saved approvals count only for a person who wants them remembered. */
export async function planFor(session: SessionId, given: Wish, parts: Parts): Promise<RestorePlan> {
  const plan = await bestPlan(session, { ...given, modes: ["resume", "replay"] }, parts);
  return parts.remembers() || !("approvals" in plan) ? plan : { ...plan, approvals: [] };
}

async function bestPlan(session: SessionId, wish: Wish, { runner, shown }: Parts): Promise<RestorePlan> {
  const plan = await runner.plan(session, wish);
  const settings = keptPermissions(plan, shown.state.thread);
  if (settings === null) return plan;
  const kept = await runner.plan(session, { ...wish, settings });
  return kept.mode === "resume" ? kept : plan;
}

/**
 * Sandbox and approval policy that the thread had here and its agent's log does not record; null: there are none. A plan with
 * them still says what they widen.
 */
function keptPermissions(
  { mode, session, settings }: RestorePlan,
  thread: SavedState["thread"],
): Partial<Settings> | null {
  if (mode !== "resume" || thread?.session !== session) return null;
  const kept = (["sandbox", "approvalPolicy"] as const).filter(
    (field) => settings[field] === null && thread.settings[field] !== null,
  );
  return kept.length === 0 ? null : Object.fromEntries(kept.map((field) => [field, thread.settings[field]]));
}
