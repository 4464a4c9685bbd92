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

/** The visible rows and the total. */
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
 * Rows of turns never loaded are estimated. Scrolling on only increases the numbers, scrolling back only
 * decreases them, and an estimated total never shrinks, so that better estimates do not make them jump.
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
  // If the kept total exceeds the current estimate, stretch the rest of the way to match.
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

/** Rows from another position to the top, by current knowledge; null if it is no longer loaded. */
function rowsBetween(state: ViewerState, from: RowPosition): number | null {
  const { heights, top, firstTurn } = state;
  if (!turnAt(state, from.turn)) return null;
  const above = (position: RowPosition) => heights.above(position.turn, position.block, firstTurn) + position.row;
  return above(top) - above(from);
}

/** At either end nothing is estimated. */
function atEdge(state: ViewerState, shownCount: number, total: number): number | null {
  const [first, last] = [firstPosition(state), lastPosition(state)];
  if (state.holdsFirst && first && isSamePosition(first, state.top)) return 1;
  if (state.isFollowing && last) return Math.max(1, total - shownCount + 1);
  return null;
}

export function scrollPositionText({ start, end, total, isExact }: ScrollPosition): string {
  return `${grouped(start)}–${grouped(end)} / ${isExact ? "" : "~"}${grouped(total)}`;
}
