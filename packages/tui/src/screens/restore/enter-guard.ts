import { costOf, needsWider, quietMs } from "@reprise/model";
import type { State, Task } from "./state.ts";

interface Hushed {
  readonly state: State;
  readonly tasks: readonly Task[];
}

/** Too short to read the cost or the permissions. Each Enter restarts the wait, so a held key never starts a plan. */
export function guardEnter(state: State): Hushed {
  const edition = (state.hush ?? 0) + 1;
  return {
    state: { ...state, hush: edition },
    tasks: [{ type: "wait", ms: quietMs, message: { type: "hush-over", edition } }],
  };
}

/** Where Enter pays, widens permissions or ends a run: a second Enter of the command that asked for the plan does not. */
export function guardIfGrave(state: State): Hushed {
  const { plan, asked } = state.subject;
  const isWider = plan !== null && asked.allowsWider && needsWider(plan);
  const isGrave = plan !== null && (costOf(plan) !== null || isWider || state.isFromConversation);
  return isGrave ? guardEnter(state) : { state, tasks: [] };
}
