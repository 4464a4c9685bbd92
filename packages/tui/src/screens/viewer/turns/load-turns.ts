import type { Window } from "@reprise/model";
import type { Size, Step } from "../../../kernel/screen.ts";
import { shownOf } from "../rows/move.ts";
import { type ViewerState, type ViewerTask, type Where, windowOf } from "../state.ts";
import type { LoadedTurn } from "./loaded-turn.ts";

/** Turns, or an amount of text, loaded on each side of the view; beyond that nothing is read ahead. */
const enoughTurns = 12;
export const enoughSize = 3_000_000;
const mostTurns = 30;
const readAtOnce = 16;

/** Adds the next read to the step, one at a time. */
export function withLoads(step: Step<ViewerState, ViewerTask>, size: Size): Step<ViewerState, ViewerTask> {
  const { state } = step;
  const next = nextLoad(state, size);
  const load = next ? loading(state, next.where, next.window) : null;
  const after = load?.state ?? state;
  const measures = !after.isMeasuring && after.turns.length > 0 && after.heights.hasGuesses(after.turns);
  return {
    ...step,
    state: measures ? { ...after, isMeasuring: true } : after,
    tasks: [...(step.tasks ?? []), ...(load ? [load.task] : []), ...(measures ? [{ type: "idle" } as const] : [])],
  };
}

function loading(
  state: ViewerState,
  where: Where,
  window: Window,
): { readonly state: ViewerState; readonly task: ViewerTask } {
  const id = state.loadCount + 1;
  return {
    state: { ...state, loadCount: id, loading: { id, where, goal: state.goal } },
    task: { type: "load", id, where, window, session: state.session },
  };
}

function nextLoad(state: ViewerState, size: Size): { where: Where; window: Window } | null {
  if (state.problem !== null) return null;
  // Requested turns come before reading ahead.
  if (state.goal) return state.loading?.goal === state.goal ? null : { where: "replace", window: windowOf(state.goal) };
  const [first, last] = [state.turns[0], state.turns.at(-1)];
  if (state.loading || !first || !last) return null;
  const { above, below } = sidesOf(state, size);
  if (!state.holdsFirst && !isEnough(above))
    return {
      where: "before",
      window: { from: Math.max(0, first.number - readAtOnce), to: first.number - 1 },
    };
  if (!state.holdsLast && !isEnough(below))
    return { where: "after", window: { from: last.number + 1, to: last.number + readAtOnce } };
  if (!state.isStale) return null;
  const window = state.holdsLast ? { from: last.number, to: Number.MAX_SAFE_INTEGER } : { last: 1 };
  return { where: "refresh", window };
}

function sidesOf(state: ViewerState, size: Size) {
  const places = shownOf(state, size)?.places ?? [];
  const [top, bottom] = [places[0]?.turn ?? 0, places.at(-1)?.turn ?? 0];
  return {
    above: state.turns.filter(({ number }) => number < top),
    below: state.turns.filter(({ number }) => number > bottom),
  };
}

function isEnough(side: readonly LoadedTurn[]): boolean {
  return side.length >= enoughTurns || side.reduce((sum, { size }) => sum + size, 0) >= enoughSize;
}

/** Drops the outermost turns while enough remain on that side. */
export function evicted(state: ViewerState, size: Size): ViewerState {
  const { above, below } = sidesOf(state, size);
  const up = surplus(above);
  const down = surplus([...below].reverse());
  if (up + down === 0) return state;
  const turns = state.turns.slice(up, state.turns.length - down);
  for (const turn of [...state.turns.slice(0, up), ...state.turns.slice(state.turns.length - down)])
    state.heights.forget(turn);
  return {
    ...state,
    turns,
    holdsFirst: state.holdsFirst && up === 0,
    holdsLast: state.holdsLast && down === 0,
  };
}

/** How many outermost turns can be dropped. */
function surplus(side: readonly LoadedTurn[]): number {
  const total = side.reduce((sum, { size }) => sum + size, 0);
  let [left, gone] = [total, 0];
  while (gone < side.length - 1) {
    const next = left - (side[gone]?.size ?? 0);
    const isTooMuch = side.length - gone > mostTurns || left > enoughSize * 2;
    if (!isTooMuch || (side.length - gone - 1 < enoughTurns && next < enoughSize)) break;
    left = next;
    gone += 1;
  }
  return gone;
}
