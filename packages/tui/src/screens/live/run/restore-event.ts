import {
  continuingModes,
  type RestoreEvent,
  type RestoreMode,
  type RestorePlan,
  refusalWords,
  withPrompt,
} from "@reprise/model";
import type { LiveState } from "../state.ts";
import { appear, sentUpTo } from "./history-progress.ts";

/** A segment was sent: show its entries. */
export function restoringOn(state: LiveState, event: RestoreEvent & { type: "restoring" }): LiveState {
  const sent = new Set(event.items);
  const last = event.items.at(-1);
  const shown = appear(state, ({ key }) => sent.has(key));
  return {
    ...(last === undefined || state.untold.some(({ key }) => key === last) ? shown : sentUpTo(shown, last)),
    phase: "restoring",
    handshake: null,
    restoring: { isCancelling: state.restoring?.isCancelling ?? false },
  };
}

export function restoreCancelled(state: LiveState): LiveState {
  const banner = { text: "What was sent stays sent. Enter continues where it stopped.", canRetry: true };
  return { ...state, phase: "ended", restoring: null, handshake: null, banner };
}

/** The new thread has the whole history. */
export function restored(before: LiveState, { via }: RestoreEvent & { type: "restored" }): LiveState {
  const state = { ...before, restoring: null };
  if (via === "fork") return state;
  // A session in the agent's own files is opened only now.
  return via === "native" ? { ...state, phase: "checking", handshake: "checking" } : prompted(state);
}

/** Waiting for the user, or working on the prompt of the plan. */
export function prompted(state: LiveState): LiveState {
  const { view } = state;
  const prompt = promptOf(state);
  if (state.phase === "closing") return state;
  if (prompt === null) return { ...state, phase: "idle" };
  return { ...state, phase: "working", view: withPrompt(view, prompt) };
}

function promptOf({ beginning }: LiveState): string | null {
  return beginning.kind === "restore" && "prompt" in beginning.plan ? beginning.plan.prompt : null;
}

/** Shows the reason for a moment, then the plan of the next mode. */
export function refused(state: LiveState, plan: RestorePlan): LiveState {
  const ended = { ...state, phase: "ended", handshake: "failed", restoring: null, asks: [] } as const;
  const next =
    state.summary === null
      ? null
      : ({
          screen: "restore",
          session: state.summary,
          modes: wantedModes(state),
          isStepwise: false,
          prompt: promptOf(state),
          // The plan is outdated: plan again.
          plan: plan.refusals.at(-1)?.reason === "changed" ? null : plan,
        } as const);
  return { ...ended, banner: { text: refusalWords(plan), canRetry: true }, next };
}

/** The modes wanted first: a new plan may no longer be refused. */
function wantedModes({ beginning }: LiveState): readonly RestoreMode[] {
  const mode = beginning.kind === "restore" ? beginning.plan.mode : null;
  if (mode === "resume") return continuingModes;
  return mode === null ? [] : [mode];
}
