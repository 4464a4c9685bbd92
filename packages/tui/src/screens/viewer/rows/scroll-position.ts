import { grouped } from "../../../text/count.ts";
import type { ViewerState } from "../state.ts";
import {
  comparePositions,
  firstPosition,
  isSamePosition,
  lastPosition,
  type RowPosition,
  turnAt,
} from "./row-position.ts";

/** Which rows of how many are in view. */
export interface ScrollPosition {
  readonly top: RowPosition;
  readonly columns: number;
  readonly isAllOpen: boolean;
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly isExact: boolean;
}

/**
 * Rows of turns that were never held are guessed. While one moves on the numbers only grow, while one moves back they
 * only shrink, and a guessed total never shrinks: what one learns on the way is not seen as a jump to and fro.
 */
export function scrollPosition(state: ViewerState, shownCount: number): ScrollPosition | null {
  const { heights, top, session, firstTurn, turns } = state;
  const last = turns.at(-1);
  if (!last) return null;
  const kept = state.scrollPosition;
  const isKept = kept?.columns === heights.columns && kept.isAllOpen === state.folds.isAllOpen;
  const { rows, isExact } = heights.total(firstTurn, Math.max(session.turnCount, last.number));
  const above = heights.above(top.turn, top.block, firstTurn) + top.row;
  const total = isExact || !isKept ? rows : Math.max(kept.total, rows);
  // Where the total is kept larger than it is thought to be by now, the way to its end is as much longer.
  const stretch = isExact ? 1 : Math.max(1, total - shownCount) / Math.max(1, rows - shownCount);
  const guess = 1 + Math.round(above * stretch);
  const shown = isExact || !isKept ? guess : movedTo(state, kept, guess);
  const start = atEdge(state, shownCount, total) ?? Math.max(1, Math.min(shown, total - shownCount + 1));
  return {
    top,
    columns: heights.columns,
    isAllOpen: state.folds.isAllOpen,
    start,
    end: Math.min(total, start + shownCount - 1),
    total,
    isExact,
  };
}

function movedTo(state: ViewerState, kept: ScrollPosition, guess: number): number {
  const moved = comparePositions(state.top, kept.top);
  if (moved === 0) return kept.start;
  const rows = rowsBetween(state, kept.top);
  if (rows === null) return guess;
  const start = kept.start + rows;
  return moved > 0 ? Math.max(start, guess) : Math.max(2, Math.min(start, guess));
}

/** As it is known now, from another place to the top; null when that is not held any more. */
function rowsBetween(state: ViewerState, from: RowPosition): number | null {
  const { heights, top, firstTurn } = state;
  if (!turnAt(state, from.turn)) return null;
  const above = (position: RowPosition) =>
    heights.above(position.turn, position.block, firstTurn) + position.row;
  return above(top) - above(from);
}

/** At the beginning and the end nothing is guessed. */
function atEdge(state: ViewerState, shownCount: number, total: number): number | null {
  const [first, last] = [firstPosition(state), lastPosition(state)];
  if (state.holdsFirst && first && isSamePosition(first, state.top)) return 1;
  if (state.isFollowing && last) return Math.max(1, total - shownCount + 1);
  return null;
}

export function scrollPositionText({ start, end, total, isExact }: ScrollPosition): string {
  return `${grouped(start)}–${grouped(end)} / ${isExact ? "" : "~"}${grouped(total)}`;
}
