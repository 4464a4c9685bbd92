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

export function guardIfPaidOrWider(state: State): Hushed {
  const { plan, asked } = state.subject;
  const isGrave = plan !== null && (costOf(plan) !== null || (asked.allowsWider && needsWider(plan)));
  return isGrave ? guardEnter(state) : { state, tasks: [] };
}
