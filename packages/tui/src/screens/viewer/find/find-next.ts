import { hasMatch } from "../../../items/index.ts";
import type { Size, Step } from "../../../kernel/screen.ts";
import { isFolded } from "../rows/folds.ts";
import { goTo, inView } from "../rows/move.ts";
import { blockAt, type RowPosition, turnAt } from "../rows/row-position.ts";
import { fold } from "../rows/toggle-fold.ts";
import type { Goal, ViewerState, ViewerTask } from "../state.ts";
import { addressOfHit, beginSearch, hitOf, inLowerCase, isHit, nearest, noSearch, type Search } from "./search-hits.ts";

type Direction = "next" | "previous";
type ItemGoal = Goal & { readonly type: "item" };

/** Moves to the next match: a row of the same item, else another item. */
export function findNext(state: ViewerState, direction: Direction, size: Size): ViewerState {
  const { search } = state;
  if (search.text === "") return { ...state, notice: "No search. S starts one." };
  const row = matchIn(state, state.cursor, search.parts, direction, state.cursor.row);
  if (row !== null) return inView({ ...state, cursor: { ...state.cursor, row }, notice: null }, size, "cursor");
  return jump(state, direction, hereOf(state), size);
}

/** Runs a search step requested before its answer was known. */
export function findWanted(state: ViewerState, size: Size): ViewerState {
  const { wants } = state.search;
  if (wants === null || state.turns.length === 0 || state.goal) return state;
  const here = hereOf(state);
  return wants === "first" ? jump(state, "next", here - 1, size) : jump(state, wants, here, size);
}

/** Starts a search; an empty text ends it. */
export function searchFor(state: ViewerState, text: string, size: Size): Step<ViewerState, ViewerTask> {
  const stop = stopOf(state.search);
  if (text === "") return { state: { ...state, search: noSearch }, tasks: stop };
  // The list's words stay separate words until the text is edited.
  const parts = text === state.search.text ? state.search.parts : [text];
  const { search, task } = beginSearch({ text, parts }, state.turns, state.session);
  const begun = { ...state, search: { ...search, wants: "first" as const } };
  return { state: findWanted(begun, size), tasks: [...stop, task] };
}

export function stopOf({ controller, isDone }: Search): ViewerTask[] {
  return controller && !isDone ? [{ type: "stop", controller }] : [];
}

/** While typing, searches only loaded turns, from the cursor on. */
export function findHeld(state: ViewerState, text: string, size: Size): ViewerState {
  const parts = text === state.search.text ? state.search.parts : [text];
  const lower = inLowerCase(parts);
  const from = hereOf(state);
  let left = lookAhead;
  for (const isAfter of [true, false])
    for (const { number, blocks } of state.turns) {
      const items = blocks.filter((block) => block.kind === "item");
      for (const [index, { item }] of items.entries()) {
        if (hitOf(number, index) >= from !== isAfter) continue;
        if (left-- <= 0) return state;
        if (isHit(item, lower))
          return showHit(state, { type: "item", turn: number, item: index, parts, isLast: false }, size) ?? state;
      }
    }
  return state;
}

const lookAhead = 1_000;

function jump(state: ViewerState, direction: Direction, from: number, size: Size): ViewerState {
  const found = nearest(state.search, from, state.cursor.turn, direction);
  if (found === "unknown") {
    const wants = state.search.wants ?? direction;
    return { ...state, search: { ...state.search, wants }, notice: null };
  }
  const search = { ...state.search, wants: null };
  if (found === "none") return { ...state, search, notice: null };
  const { turn, item } = addressOfHit(found.hit);
  const end = direction === "next" ? "end" : "start";
  const notice = found.hasWrapped ? `The search wrapped around the ${end}.` : null;
  const goal: ItemGoal = {
    type: "item",
    turn,
    item,
    parts: search.parts,
    isLast: direction === "previous",
  };
  const next = { ...state, search, notice };
  return showHit(next, goal, size) ?? { ...next, goal };
}

/** Moves to the matching row and unfolds it. Null if the item is not loaded. */
export function showHit(state: ViewerState, goal: ItemGoal, size: Size): ViewerState | null {
  const arrived = goTo(state, goal, size);
  if (!arrived) return null;
  const direction = goal.isLast ? "previous" : "next";
  const edge = goal.isLast ? Number.POSITIVE_INFINITY : -1;
  const row = matchIn(arrived, arrived.cursor, goal.parts, direction, edge);
  if (row !== null) return inView({ ...arrived, cursor: { ...arrived.cursor, row } }, size, "cursor");
  const block = blockAt(arrived, arrived.cursor);
  if (!block || !isFolded(block, arrived.folds)) return arrived;
  const open = fold(arrived, block, false, size);
  const inside = matchIn(open, open.cursor, goal.parts, direction, edge);
  return inside === null ? arrived : inView({ ...open, cursor: { ...open.cursor, row: inside } }, size, "cursor");
}

/** The nearest matching row of the block after or before this one. */
function matchIn(
  state: ViewerState,
  at: RowPosition,
  parts: readonly string[],
  direction: Direction,
  from: number,
): number | null {
  const block = blockAt(state, at);
  if (block?.kind !== "item") return null;
  const rows = state.heights.rows(block, isFolded(block, state.folds), state.heights.theme);
  const order = direction === "next" ? 1 : -1;
  const start = direction === "next" ? from + 1 : Math.min(from - 1, rows.length - 1);
  for (let row = start; row >= 0 && row < rows.length; row += order) if (hasMatch(rows[row] ?? "", parts)) return row;
  return null;
}

/** The item under the cursor as a hit number; for a heading, just before the turn's first item. */
function hereOf(state: ViewerState): number {
  const { turn, block } = state.cursor;
  const blocks = turnAt(state, turn)?.blocks ?? [];
  const isItem = blocks[block]?.kind === "item";
  const before = blocks.slice(0, block).filter(({ kind }) => kind === "item").length;
  return hitOf(turn, before) - (isItem ? 0 : 0.5);
}
