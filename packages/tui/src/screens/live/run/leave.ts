import type { ReplayWay, RestoreMode, SessionSummary } from "@reprise/model";
import type { Route } from "../../../kernel/route.ts";
import type { Go } from "../../../kernel/screen.ts";
import { isRestored, type LiveState, type LiveStep, type LiveTask } from "../state.ts";

const modes: readonly RestoreMode[] = ["resume", "replay", "handoff"];

/** Our connection holds the session: it is closed first, and whoever wants the session next finds it free. */
export function leave(state: LiveState, to: NonNullable<LiveState["leaving"]>): LiveStep {
  const next = { ...state, leaving: to, armedKey: null };
  if (state.phase === "unstarted" || (state.phase === "ended" && state.isOver)) return gone(next);
  // Asked a second time: it is not waited for any more.
  const isAskedTwice = state.leaving !== null && state.leaving !== "again" && to !== "agent";
  if (isAskedTwice) return gone(next);
  if (state.phase === "ended") return { state: next };
  return { state: { ...next, phase: "closing" }, tasks: closing(state) };
}

/** The run is over; where the person wanted to go. */
export function gone(state: LiveState): LiveStep {
  if (state.leaving === "again") return reopened({ ...state, leaving: null });
  const go = state.leaving === null ? null : goOf(state);
  if (go === null) return { state: { ...state, leaving: null } };
  const wasAway = state.leaving === "agent";
  return { state: { ...state, phase: "ended", leaving: null, wasAway }, go };
}

/** Going on with a session that has no agent any more begins with a plan: made too early, it would not know what this run has done. */
export function reopened(state: LiveState): LiveStep {
  if (!state.isOver) return { state: { ...state, leaving: "again" } };
  if (state.next) return { state, go: { instead: state.next } };
  const { session } = state.view;
  if (state.isUnsure && session !== null) return { state, tasks: [{ type: "find", session }] };
  const { summary } = state;
  // A replay that did not come to its end is gone on with from the session it tells, in the way it was begun in.
  const way = halfToldBy(state);
  if (summary && way !== null)
    return { state, go: { instead: { ...restoreOf(summary, ["replay"]), via: way } } };
  if (summary && summary.id === session) return { state, go: { instead: restoreOf(summary) } };
  return session === null ? { state } : { state, tasks: [{ type: "find", session }] };
}

function halfToldBy({ beginning, view }: LiveState): ReplayWay | null {
  if (beginning.kind !== "restore" || beginning.plan.mode !== "replay" || isRestored({ view })) return null;
  return beginning.plan.via;
}

export function restoreOf(session: SessionSummary, wanted = modes): Route & { readonly screen: "restore" } {
  return { screen: "restore", session, modes: wanted, isStepwise: false, plan: null };
}

function closing({ phase, controls, hold }: LiveState): LiveTask[] {
  if (controls === null || phase === "checking" || phase === "restoring")
    return hold ? [{ type: "abort", hold }] : [];
  const close: LiveTask = { type: "close", controls };
  return phase === "working" ? [{ type: "interrupt", controls }, close] : [close];
}

function goOf({ leaving, view: { session } }: LiveState): Go | null {
  if (leaving === "quit") return { quit: 0 };
  if (leaving === "back") return { back: true };
  return session === null ? null : { outside: (world) => world.openAgent(session) };
}
