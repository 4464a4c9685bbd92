import { type Input, isInput } from "../../kernel/input.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { findWanted } from "./find/find-next.ts";
import { withHits } from "./find/search-hits.ts";
import { catchUp, clicked, press, scrollDamage, typed } from "./press.ts";
import { inView, resized, wheelBy } from "./rows/move.ts";
import type { ViewerMessage, ViewerState, ViewerTask } from "./state.ts";
import { withLoads } from "./turns/load-turns.ts";
import { merge, united } from "./turns/merge-turns.ts";

type ViewerStep = Step<ViewerState, ViewerTask>;
type ViewerEvent = Input | ViewerMessage | Returned | Failed;

export function update(before: ViewerState, event: ViewerEvent, size: Size): ViewerStep {
  const state = before.heights.columns === size.columns ? before : resized(before, size);
  const step = isInput(event) ? input(state, event, size) : told(state, event, size);
  return step.go ? step : withLoads(step, size);
}

function input(state: ViewerState, event: Input, size: Size): ViewerStep {
  if (event.type === "resize") return { state: resized(state, size) };
  // From now on the position is the visible one, at this width.
  const here = inView(state, size, "top");
  if (here.typing) return typed(here, event, size);
  if (event.type === "wheel")
    return {
      state: (here.damageTop === null ? wheelBy : scrollDamage)(here, event.lines, size),
    };
  if (event.type === "click") return clicked(here, event, size);
  return event.type === "key" ? press(here, event, size) : { state };
}

function told(state: ViewerState, event: Exclude<ViewerEvent, Input>, size: Size): ViewerStep {
  switch (event.type) {
    case "turns":
      if (event.id !== state.loading?.id) return { state };
      return catchUp(findWanted(merge(state, event, size), size), size);
    case "same":
      if (event.id !== state.loading?.id) return { state };
      return { state: { ...state, loading: null, isStale: false, session: event.session } };
    case "unread":
      if (event.id !== state.loading?.id) return { state };
      return { state: { ...state, loading: null, isStale: false, problem: event.reason } };
    case "changed":
      return { state: { ...state, isStale: true } };
    case "idle":
      return { state: measured(state, size) };
    case "damage":
      return { state: { ...state, damage: united(state.damage, event.damage) } };
    case "note":
      return { state: { ...state, notice: event.text } };
    case "hits":
      return { state: hitsTold(state, event, size) };
    case "returned":
      return { state: { ...state, isStale: true } };
    case "failed":
      return { state: { ...state, notice: event.reason } };
  }
}

const atOnce = { blocks: 8, size: 8_000 };

/** The view does not move; only the estimates of the rest change. */
function measured(state: ViewerState, size: Size): ViewerState {
  state.heights.measureSome(state.turns, state.folds, atOnce);
  return resized({ ...state, isMeasuring: false }, size);
}

function hitsTold(state: ViewerState, event: ViewerMessage & { type: "hits" }, size: Size): ViewerState {
  const { search } = state;
  if (event.text !== search.text || search.isDone) return state;
  const known = withHits(search, event.hits, { from: search.upTo + 1, to: event.upTo });
  return findWanted({ ...state, search: { ...known, upTo: event.upTo, isDone: event.isDone } }, size);
}
