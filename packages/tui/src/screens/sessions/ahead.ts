import type { Step } from "../../kernel/screen.ts";
import { isMove, rowsBy } from "../../widgets/scroll.ts";
import type { SessionsAction } from "./keys.ts";
import type { Task } from "./messages.ts";
import { moved } from "./place.ts";
import { nothingAhead, type State } from "./state.ts";

/** The first rows are still on their way. */
function isAwaiting({ list }: State): boolean {
  return !list.isKnown && list.problem === null;
}

/** Keeps what has to wait for the rows; null when the key can be taken now. */
export function pressAhead(state: State, action: SessionsAction, page: number): State | null {
  if (!isAwaiting(state)) return null;
  if (isMove(action)) return movedAhead(state, rowsBy(action, page));
  return action === "act" || action === "copy" ? { ...state, ahead: { ...state.ahead, wish: action } } : null;
}

/** Who moves has changed their mind about what they wished for. */
export function movedAhead(state: State, by: number): State {
  const wantsEnd = by === Number.POSITIVE_INFINITY;
  const rows = Number.isFinite(by) ? state.ahead.rows + by : 0;
  return { ...state, wantsEnd, ahead: { rows, wish: null } };
}

/** Whatever else is pressed, the wish is forgotten. */
export function withoutWish(state: State): State {
  return state.ahead.wish === null ? state : { ...state, ahead: { ...state.ahead, wish: null } };
}

/** Does, once, what was kept, as soon as it can be done. */
export function catchUp(
  { state, tasks = [] }: Step<State, Task>,
  act: (state: State, wish: "act" | "copy") => Step<State, Task>,
): Step<State, Task> {
  const { ahead, wantsEnd } = state;
  if (ahead === nothingAhead || isAwaiting(state) || (wantsEnd && state.list.next !== null))
    return { state, tasks };
  const there = { ...state, ahead: nothingAhead };
  const next = ahead.rows === 0 ? there : moved(there, ahead.rows);
  if (ahead.wish === null || state.list.problem !== null) return { state: next, tasks };
  const step = act(next, ahead.wish);
  return { ...step, tasks: [...tasks, ...(step.tasks ?? [])] };
}
