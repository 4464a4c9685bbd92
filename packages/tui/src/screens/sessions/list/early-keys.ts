import type { Step } from "../../../kernel/screen.ts";
import { isMove, rowsBy } from "../../../widgets/scroll.ts";
import type { SessionsAction } from "../keys.ts";
import type { Task } from "../messages.ts";
import { cutOffSession, type EarlyWish, earlyWishes, noEarlyKeys, type State } from "../state.ts";
import { movedBy } from "./selection.ts";

/** The first rows are still loading; for what was cut off, also the look at what runs. */
function isAwaiting(state: State, action: SessionsAction | null): boolean {
  const { list, runs } = state;
  if (list.problem !== null) return false;
  if (!list.isKnown) return true;
  return action === "continue" && runs.interruptedCount === null && cutOffSession(state) === null;
}

/** Keeps a key that needs rows; null if it can be handled now. */
export function keepEarlyKey(state: State, action: SessionsAction, page: number): State | null {
  if (!isAwaiting(state, action)) return null;
  if (isMove(action)) return withEarlyMove(state, rowsBy(action, page));
  const wish = earlyWishes.find((one) => one === action);
  return wish === undefined ? null : { ...state, earlyKeys: { ...state.earlyKeys, wish } };
}

/** Moving cancels the pending action. */
export function withEarlyMove(state: State, by: number): State {
  const wantsEnd = by === Number.POSITIVE_INFINITY;
  const rows = Number.isFinite(by) ? state.earlyKeys.rows + by : 0;
  return { ...state, wantsEnd, earlyKeys: { rows, wish: null } };
}

/** Any other key cancels the pending action. */
export function withoutWish(state: State): State {
  return state.earlyKeys.wish === null ? state : { ...state, earlyKeys: { ...state.earlyKeys, wish: null } };
}

/** Runs the pending action once, as soon as possible. */
export function catchUp(
  { state, tasks = [] }: Step<State, Task>,
  act: (state: State, wish: EarlyWish) => Step<State, Task>,
): Step<State, Task> {
  const { earlyKeys, wantsEnd } = state;
  if (earlyKeys === noEarlyKeys || isAwaiting(state, earlyKeys.wish) || (wantsEnd && state.list.next !== null))
    return { state, tasks };
  const there = { ...state, earlyKeys: noEarlyKeys };
  const next = earlyKeys.rows === 0 ? there : movedBy(there, earlyKeys.rows);
  if (earlyKeys.wish === null || state.list.problem !== null) return { state: next, tasks };
  const step = act(next, earlyKeys.wish);
  return { ...step, tasks: [...tasks, ...(step.tasks ?? [])] };
}
