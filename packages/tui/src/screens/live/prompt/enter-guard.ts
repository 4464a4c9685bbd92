import { quietMs } from "@reprise/model";
import { isBlank } from "../../../composer/index.ts";
import type { LiveState, LiveStep, LiveTask, Phase } from "../state.ts";

const canSay: ReadonlySet<Phase> = new Set(["unstarted", "idle"]);

/**
 * Words that the person has not touched here, such as a brief or the draft of another day: an Enter that was meant for
 * what stood on the screen before does not send them.
 */
export function guardUntouched(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  if (canSay.has(before.phase) || !canSay.has(state.phase) || !isUntouched(state)) return state;
  return guardEnter(state, tasks, false);
}

export function guardEnter(state: LiveState, tasks: LiveTask[], wasPressed: boolean): LiveState {
  const edition = (state.hush?.edition ?? 0) + 1;
  tasks.push({ type: "wait", ms: quietMs, message: { type: "hush-over", edition } });
  return { ...state, hush: { edition, wasPressed } };
}

/** Each Enter begins the waiting anew: a key that is held down says nothing. */
export function pressedEarly(state: LiveState): LiveStep {
  const tasks: LiveTask[] = [];
  return { state: guardEnter(state, tasks, true), tasks };
}

export function isUntouched({ composer }: Pick<LiveState, "composer">): boolean {
  return !isBlank(composer) && composer.undo.length === 0 && composer.lastAct === "other";
}
