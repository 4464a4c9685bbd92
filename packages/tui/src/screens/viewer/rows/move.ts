import type { Size } from "../../../kernel/screen.ts";
import type { Goal, ViewerState } from "../state.ts";
import { isFolded } from "./folds.ts";
import {
  blockAt,
  comparePositions,
  currentPosition,
  firstPosition,
  lastPosition,
  positionOf,
  positionsFrom,
  type RowPosition,
  stepBy,
  turnAt,
} from "./row-position.ts";
import { scrollPosition } from "./scroll-position.ts";

/** Rows for the session: without the header, actions and hints. */
export function bodyHeight({ rows }: Size): number {
  return Math.max(1, rows - 3);
}

/** Rows for a list of damage, below its title. */
export function damageHeight(size: Size): number {
  return Math.max(1, bodyHeight(size) - 1);
}

/** Moves the cursor; the view follows. */
export function moveCursor(state: ViewerState, rows: number, size: Size): ViewerState {
  return inView({ ...state, cursor: stepBy(state, state.cursor, rows) }, size, "cursor");
}

/** Scrolls the view; the cursor keeps its screen line if possible. */
export function scrollBy(state: ViewerState, rows: number, size: Size): ViewerState {
  const top = stepBy(state, state.top, rows);
  const cursor = stepBy(state, state.cursor, rows);
  return inView({ ...state, top, cursor }, size, "top");
}

/** The wheel scrolls the view, and moves the cursor only if it would leave it. */
export function wheelBy(state: ViewerState, rows: number, size: Size): ViewerState {
  return inView({ ...state, top: stepBy(state, state.top, rows) }, size, "top");
}

/** The visible page: full if possible, with the cursor in it. */
interface Shown {
  readonly top: RowPosition;
  readonly cursor: RowPosition;
  /** One per row of the page. */
  readonly places: readonly RowPosition[];
}

export function shownOf(state: ViewerState, size: Size, keeps: "cursor" | "top" = "top"): Shown | null {
  const height = bodyHeight(size);
  const end = lastPosition(state);
  const cursor = currentPosition(state, state.cursor);
  let top = currentPosition(state, state.top);
  if (!end || !cursor || !top) return null;
  if (keeps === "cursor") top = followed(state, top, cursor, height);
  let places = positionsFrom(state, top, height);
  if (places.length < height) {
    top = stepBy(state, end, 1 - height);
    places = positionsFrom(state, top, height);
  }
  const last = places.at(-1) ?? top;
  if (comparePositions(cursor, top) < 0) return { top, cursor: top, places };
  return { top, cursor: comparePositions(cursor, last) > 0 ? last : cursor, places };
}

/** Takes the visible page as the position, and updates what depends on it. */
export function inView(state: ViewerState, size: Size, keeps: "cursor" | "top"): ViewerState {
  const shown = shownOf(state, size, keeps);
  const [end, last] = [lastPosition(state), shown?.places.at(-1)];
  if (!shown || !end || !last) return { ...state, scrollPosition: null };
  const { top, cursor, places } = shown;
  const isFollowing = state.holdsLast && comparePositions(last, end) === 0;
  const moved = { ...state, top, cursor, isFollowing, seenEnd: isFollowing ? null : state.seenEnd };
  return { ...moved, scrollPosition: scrollPosition(moved, places.length) };
}

/** Another width or height: keeps the chosen position, so that resizing back restores the view. */
export function resized(state: ViewerState, size: Size): ViewerState {
  const { heights, turns, folds } = state;
  if (heights.columns !== size.columns) {
    heights.resize(size.columns);
    for (const turn of turns) heights.learn(turn, folds);
  }
  if (state.isFollowing) return atEnd(state, isAtEnd(state), size);
  const shown = shownOf(state, size);
  return shown ? { ...state, scrollPosition: scrollPosition({ ...state, ...shown }, shown.places.length) } : state;
}

function followed(state: ViewerState, top: RowPosition, cursor: RowPosition, height: number): RowPosition {
  if (comparePositions(cursor, top) <= 0) return cursor;
  const last = positionsFrom(state, top, height).at(-1) ?? top;
  return comparePositions(cursor, last) > 0 ? stepBy(state, cursor, 1 - height) : top;
}

/** Shows the end; moves the cursor only if it was there. */
export function atEnd(state: ViewerState, movesCursor: boolean, size: Size): ViewerState {
  const end = lastPosition(state);
  if (!end || !state.holdsLast) return inView(state, size, "top");
  const top = stepBy(state, end, 1 - bodyHeight(size));
  return inView({ ...state, top, cursor: movesCursor ? end : state.cursor }, size, "top");
}

/** The end of what was loaded when the cursor was set. */
export function isAtEnd({ turns, cursor }: ViewerState): boolean {
  const last = turns.at(-1);
  return cursor.turn === last?.number && cursor.block === last.blocks.length - 1 && cursor.row === cursor.height - 1;
}

/** Null if not loaded. */
export function goTo(state: ViewerState, goal: Goal, size: Size): ViewerState | null {
  const position = placeFor(state, goal);
  if (!position) return null;
  const arrived = { ...state, goal: null, cursor: position };
  if (goal.type === "turn" || goal.type === "start") return inView({ ...arrived, top: position }, size, "top");
  if (goal.type === "end")
    return inView({ ...arrived, top: stepBy(state, position, 1 - bodyHeight(size)) }, size, "top");
  return centred(arrived, size);
}

function placeFor(state: ViewerState, goal: Goal): RowPosition | null {
  if (goal.type === "start") return state.holdsFirst ? firstPosition(state) : null;
  if (goal.type === "end") return state.holdsLast ? lastPosition(state) : null;
  const turn = turnAt(state, goal.turn);
  if (!turn) return null;
  if (goal.type === "turn") return positionOf(state, turn, 0, Number.POSITIVE_INFINITY);
  const block = itemBlock(turn.blocks, goal.item);
  return block === -1 ? null : positionOf(state, turn, block);
}

function itemBlock(blocks: readonly { readonly kind: string }[], item: number): number {
  let seen = -1;
  return blocks.findIndex(({ kind }) => kind === "item" && ++seen === item);
}

/** Visible rows are not moved. */
function centred(state: ViewerState, size: Size): ViewerState {
  const height = bodyHeight(size);
  const top = currentPosition(state, state.top);
  const isSeen =
    top && positionsFrom(state, top, height).some((position) => comparePositions(position, state.cursor) === 0);
  if (isSeen) return inView(state, size, "cursor");
  return inView({ ...state, top: stepBy(state, state.cursor, -Math.floor(height / 3)) }, size, "cursor");
}

/** Rows that were added at the end while another part was shown. */
export function newRowsOf(state: ViewerState): number {
  const { heights, firstTurn, seenEnd } = state;
  const end = lastPosition(state);
  if (seenEnd === null || end === null || !state.holdsLast) return 0;
  const above = ({ turn, block, row }: RowPosition) => heights.above(turn, block, firstTurn) + row;
  return Math.max(0, above(end) - above(seenEnd));
}

/** The item, heading or damage under the cursor. */
export function blockUnder(state: ViewerState) {
  const block = blockAt(state, state.cursor);
  return block ? { block, isFolded: isFolded(block, state.folds) } : null;
}
