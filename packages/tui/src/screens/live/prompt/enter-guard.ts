import { pressedTooEarly, quietMs } from "@reprise/model";
import { isBlank } from "../../../composer/index.ts";
import { type LiveState, type LiveStep, type LiveTask, nextSegment, type Phase } from "../state.ts";

const canSay: ReadonlySet<Phase> = new Set(["unstarted", "idle"]);

/** Text the user has not edited here, such as a brief or an old draft: an Enter meant for the previous screen does not send it. */
export function guardUntouched(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  // A segment is a paid call: an Enter held down for the one before does not send it.
  const segment = nextSegment(state);
  if (segment !== null && segment.id !== nextSegment(before)?.id) return guardEnter(state, tasks, false);
  if (canSay.has(before.phase) || !canSay.has(state.phase) || !isUntouched(state)) return state;
  return guardEnter(state, tasks, false);
}

export function guardEnter(state: LiveState, tasks: LiveTask[], wasPressed: boolean): LiveState {
  const enterGuard = pressedTooEarly(state.enterGuard);
  tasks.push({ type: "wait", ms: quietMs, message: { type: "enter-ready", edition: enterGuard.edition } });
  return { ...state, enterGuard, wasEnterEarly: wasPressed };
}

/** Each Enter restarts the wait, so a held key never sends. */
export function pressedEarly(state: LiveState): LiveStep {
  const tasks: LiveTask[] = [];
  return { state: guardEnter(state, tasks, true), tasks };
}

export function isUntouched({ composer }: Pick<LiveState, "composer">): boolean {
  return !isBlank(composer) && composer.undo.length === 0 && composer.lastAct === "other";
}
