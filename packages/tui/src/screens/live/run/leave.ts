import { continuingModes, type ReplayWay, type SessionSummary } from "@reprise/model";
import type { Route } from "../../../kernel/route.ts";
import type { Go } from "../../../kernel/screen.ts";
import {
  type Continuation,
  isRestored,
  type LiveMessage,
  type LiveState,
  type LiveStep,
  type LiveTask,
} from "../state.ts";

/** Our connection holds the session: close it first, so that the next program finds the session free. */
export function leave(state: LiveState, to: NonNullable<LiveState["leaving"]>): LiveStep {
  const next = { ...state, leaving: to, armedKey: null };
  if (state.phase === "unstarted" || (state.phase === "ended" && state.isOver)) return gone(next);
  // Asked a second time: don't wait any longer.
  const isAskedTwice = state.leaving !== null && state.leaving !== "again" && to !== "agent";
  if (isAskedTwice) return gone(next);
  if (state.phase === "ended") return { state: next };
  return { state: { ...next, phase: "closing" }, tasks: closing(state) };
}

/** The run is over; go where the user wanted. */
export function gone(state: LiveState): LiveStep {
  if (state.leaving === "again") return reopened({ ...state, leaving: null });
  const go = state.leaving === null ? null : goOf(state);
  if (go === null) return { state: { ...state, leaving: null } };
  const wasAway = state.leaving === "agent";
  return { state: { ...state, phase: "ended", leaving: null, wasAway }, go };
}

/** Continuing a session without an agent starts with a plan, made only now so that it includes this run. */
export function reopened(state: LiveState): LiveStep {
  if (!state.isOver) return { state: { ...state, leaving: "again" } };
  if (state.next) return { state, go: { instead: state.next } };
  const { session } = state.view;
  const { summary } = state;
  if (state.isUnsure && session !== null) return { state, tasks: [{ type: "find", session, forks: false }] };
  // An unfinished replay continues from its source session, in the same way it started.
  const way = halfToldBy(state);
  if (summary && way !== null) return { state, go: { instead: { ...restoreOf(summary, ["replay"]), via: way } } };
  if (summary && summary.id === session) return { state, go: { instead: restoreOf(summary) } };
  return session === null ? { state } : { state, tasks: [{ type: "find", session, forks: false }] };
}

function halfToldBy({ beginning, view }: LiveState): ReplayWay | null {
  if (beginning.kind !== "restore" || beginning.plan.mode !== "replay" || isRestored({ view })) return null;
  return beginning.plan.via;
}

export function restoreOf(session: SessionSummary, modes = continuingModes): Route & { readonly screen: "restore" } {
  return { screen: "restore", session, modes, isStepwise: false, plan: null };
}

/** The session was looked up. A plan that is only looked at ends nothing: Esc leads back here. */
export function foundAgain(before: LiveState, { summary, at }: LiveMessage & { type: "found" }): LiveStep {
  const { wanted } = before;
  const state: LiveState = { ...before, summary, wanted: null };
  if (wanted === null) return { state, go: { instead: restoreOf(summary) } };
  // A prompt was sent meanwhile.
  if (state.phase !== "idle" && state.phase !== "ended") return { state };
  const conversation = { run: state.phase === "idle" ? state.view.run : null };
  return { state, go: { to: { ...continuationOf(wanted, { summary, at }), conversation } } };
}

/** The plan that continues the session as wanted. */
export function continuationOf(
  wanted: Continuation,
  { summary, at }: { readonly summary: SessionSummary; readonly at: number | null },
): ReturnType<typeof restoreOf> {
  if (wanted.kind === "fork") return { ...restoreOf(summary, ["fork", "replay"]), at };
  if (wanted.kind === "switch") return { ...restoreOf(summary, ["replay"]), isElsewhere: true };
  return { ...restoreOf(summary), settings: wanted.settings };
}

/** The plan was agreed to: the run ends first. */
export function continuedAs(state: LiveState, next: Route): LiveStep {
  return leave({ ...state, next }, "again");
}

function closing({ phase, controls, hold }: LiveState): LiveTask[] {
  if (controls === null || phase === "checking" || phase === "restoring") return hold ? [{ type: "abort", hold }] : [];
  const close: LiveTask = { type: "close", controls };
  return phase === "working" ? [{ type: "interrupt", controls }, close] : [close];
}

function goOf({ leaving, view: { session } }: LiveState): Go | null {
  if (leaving === "quit") return { quit: 0 };
  if (leaving === "back") return { back: true, left: session ?? undefined };
  return session === null ? null : { outside: (world) => world.openAgent(session) };
}
