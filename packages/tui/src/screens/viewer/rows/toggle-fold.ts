import type { Size } from "../../../kernel/screen.ts";
import type { ViewerState } from "../state.ts";
import type { Block } from "../turns/loaded-turn.ts";
import { type Folds, isFolded, withFold } from "./folds.ts";
import { bodyHeight, inView } from "./move.ts";
import { blockAt, positionOf, positionsFrom, stepBy, turnAt } from "./row-position.ts";

/** Folds or unfolds the item under the cursor. */
export function toggleFold(state: ViewerState, size: Size): ViewerState {
  const block = blockAt(state, state.cursor);
  if (block?.kind !== "item") return { ...state, notice: "Nothing to fold in this row." };
  return fold(state, block, !isFolded(block, state.folds), size);
}

export function fold(state: ViewerState, block: Block, isFoldedNow: boolean, size: Size): ViewerState {
  const turn = turnAt(state, state.cursor.turn);
  const folds = withFold(state.folds, block, isFoldedNow);
  return refolded(state, folds, size, () => turn && state.heights.learn(turn, folds));
}

/** Unfolds everything, or restores the default. */
export function toggleAll(state: ViewerState, size: Size): ViewerState {
  const folds: Folds = { isAllOpen: !state.folds.isAllOpen, own: new Map() };
  const next = refolded(state, folds, size, () => {
    state.heights.reset();
    for (const turn of state.turns) state.heights.learn(turn, folds);
  });
  return { ...next, notice: folds.isAllOpen ? "Everything unfolded." : "Long items folded." };
}

/** The first row of the item under the cursor keeps its line, or moves to the top if it was above it. */
function refolded(state: ViewerState, folds: Folds, size: Size, learn: () => void): ViewerState {
  const { cursor, top } = state;
  const line = positionsFrom(state, top, bodyHeight(size)).findIndex(
    ({ turn, block, row }) => turn === cursor.turn && block === cursor.block && row === 0,
  );
  learn();
  const turn = turnAt(state, cursor.turn);
  if (!turn) return state;
  const next = { ...state, folds, notice: null };
  const start = positionOf(next, turn, cursor.block);
  const row = cursor.row < start.height ? cursor.row : 0;
  return inView({ ...next, cursor: { ...start, row }, top: stepBy(next, start, -Math.max(0, line)) }, size, "cursor");
}
