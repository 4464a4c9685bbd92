import { costOf, needsWider, pressedTooEarly, quietMs } from "@reprise/model";
import type { State, Task } from "./state.ts";

interface Guarded {
  readonly state: State;
  readonly tasks: readonly Task[];
}

/** Too short to read the cost or the permissions. Each Enter restarts the wait, so a held key never starts a plan. */
export function guardEnter(state: State): Guarded {
  const enterGuard = pressedTooEarly(state.enterGuard);
  return {
    state: { ...state, enterGuard },
    tasks: [{ type: "wait", ms: quietMs, message: { type: "enter-ready", edition: enterGuard.edition } }],
  };
}

/** Where Enter pays, widens permissions or ends a run: a second Enter of the command that asked for the plan does not. */
export function guardIfGrave(state: State): Guarded {
  const { plan, asked } = state.subject;
  const isWider = plan !== null && asked.allowsWider && needsWider(plan);
  const isGrave = plan !== null && (costOf(plan) !== null || isWider || state.isFromConversation);
  return isGrave ? guardEnter(state) : { state, tasks: [] };
}
