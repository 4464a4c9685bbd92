import { leave } from "./run/leave.ts";
import type { LiveState, LiveStep } from "./state.ts";

const againMs = 2000;

/** Esc acts on the nearest of: a restore, the scroll position, the turn, a wait for a limit, the screen. */
export function escaped(state: LiveState): LiveStep {
  if (state.phase === "restoring") return cancelled(state);
  if (state.anchor !== null) return { state: { ...state, anchor: null } };
  if (state.phase === "working") return stopped(state);
  if (state.phase === "interrupting") return { state };
  if (state.waitsUntil !== null) return { state: { ...state, waitsUntil: null } };
  if (state.phase === "checking" || state.phase === "closing") return leave(state, state.leaving ?? "back");
  if (state.armedKey?.key === "escape") return leave(state, "back");
  const edition = (state.armedKey?.edition ?? 0) + 1;
  return {
    state: { ...state, armedKey: { key: "escape", edition } },
    tasks: [{ type: "wait", ms: againMs, message: { type: "key-forgotten", edition } }],
  };
}

/** Stops before the next segment; the current one is not cut. A second Esc ends the run. */
function cancelled(state: LiveState): LiveStep {
  const { restoring, hold, controls } = state;
  if (!restoring || restoring.isCancelling) return { state, tasks: hold ? [{ type: "abort", hold }] : [] };
  const next = { ...state, restoring: { isCancelling: true } };
  return { state: next, tasks: controls ? [{ type: "interrupt", controls }] : [] };
}

function stopped(state: LiveState): LiveStep {
  const { controls } = state;
  if (!controls) return { state };
  return { state: { ...state, phase: "interrupting" }, tasks: [{ type: "interrupt", controls }] };
}
