import type { Damage } from "@reprise/model";
import type { Size } from "../../../kernel/screen.ts";
import { showHit } from "../find/find-next.ts";
import { hitsIn, withHits } from "../find/search-hits.ts";
import { atEnd, goTo, inView, isAtEnd } from "../rows/move.ts";
import { lastPosition, type RowPosition, turnAt } from "../rows/row-position.ts";
import type { ViewerMessage, ViewerState, Where } from "../state.ts";
import { evicted } from "./load-turns.ts";
import { damageKey, type LoadedTurn } from "./loaded-turn.ts";

type Turns = ViewerMessage & { readonly type: "turns" };

/** Merges what was read; the view moves only for a requested target or when following the end. */
export function merge(before: ViewerState, message: Turns, size: Size): ViewerState {
  const where = before.loading?.where ?? "replace";
  const state: ViewerState = {
    ...before,
    loading: null,
    session: message.session,
    isStale: where === "refresh" ? false : before.isStale,
    damage: united(before.damage, message.damage),
    firstTurn: message.turns[0]?.number === 0 ? 0 : before.firstTurn,
    seenEnd: before.seenEnd ?? (where === "refresh" && before.holdsLast ? lastPosition(before) : null),
  };
  if (where === "refresh" && !before.holdsLast) return state;
  const joined = joinedBy[where](state, message);
  const kept = new Set(joined.turns);
  for (const turn of before.turns) if (!kept.has(turn)) state.heights.forget(turn);
  for (const turn of message.turns) if (kept.has(turn)) state.heights.learn(turn, state.folds);
  return placed(searched({ ...joined, holdsLast: endsAt(joined, message) }, message), before, size);
}

const joinedBy: Readonly<Record<Where, (state: ViewerState, message: Turns) => ViewerState>> = {
  replace: (state, { turns, holdsFirst }) => ({ ...state, turns, holdsFirst }),
  before: (state, { turns, holdsFirst }) => ({
    ...state,
    turns: [...turns, ...state.turns],
    holdsFirst: holdsFirst || turns.length === 0,
  }),
  after: (state, { turns }) => ({ ...state, turns: [...state.turns, ...turns] }),
  refresh: (state, { turns }) => {
    const first = turns[0]?.number ?? Number.POSITIVE_INFINITY;
    return { ...state, turns: [...state.turns.filter(({ number }) => number < first), ...turns] };
  },
};

function endsAt(state: ViewerState, { session, turns }: Turns): boolean {
  const last = state.turns.at(-1);
  return !last || turns.length === 0 || last.number >= session.turnCount;
}

function placed(state: ViewerState, before: ViewerState, size: Size): ViewerState {
  if (state.goal) {
    const arrived = state.goal.type === "item" ? showHit(state, state.goal, size) : goTo(state, state.goal, size);
    if (arrived) return evicted(arrived, size);
    // This was read for another goal; ours is still to come.
    if (before.loading?.goal !== state.goal) return state;
    if (state.turns.length === 0 && state.goal.type !== "end") return { ...state, goal: { type: "end" } };
    // The turn does not exist where it should be: show the end.
    const end = goTo({ ...state, holdsLast: true }, { type: "end" }, size);
    return evicted({ ...(end ?? state), goal: null }, size);
  }
  if (before.isFollowing)
    return evicted(atEnd({ ...state, cursor: found(before, state, state.cursor) }, isAtEnd(before), size), size);
  const same = { ...state, top: found(before, state, state.top), cursor: found(before, state, state.cursor) };
  return evicted(inView(same, size, "top"), size);
}

/** Items may have been inserted before it, so find the block by its key. */
function found(before: ViewerState, now: ViewerState, position: RowPosition): RowPosition {
  const [old, turn] = [turnAt(before, position.turn), turnAt(now, position.turn)];
  if (!old || !turn || old === turn) return position;
  const key = old.blocks[position.block]?.key;
  const block = turn.blocks.findIndex((other) => other.key === key);
  return block === -1 ? position : { ...position, block };
}

/** Updates a running search with the loaded turns, even if it started before any. */
function searched(state: ViewerState, { turns }: Turns): ViewerState {
  const { search } = state;
  const span = spanOf(turns);
  if (search.text === "" || !span) return state;
  const isNew = search.held === null && !search.isDone;
  const isLater = search.isDone || span.to <= search.upTo;
  if (!isNew && !isLater) return state;
  const known = withHits(search, hitsIn(turns, search.parts), span);
  return { ...state, search: isNew ? { ...known, held: span } : known };
}

function spanOf(turns: readonly LoadedTurn[]): { readonly from: number; readonly to: number } | null {
  const [first, last] = [turns[0], turns.at(-1)];
  return first && last ? { from: first.number, to: last.number } : null;
}

const mostDamage = 2_000;

export function united(known: readonly Damage[], more: readonly Damage[]): readonly Damage[] {
  if (more.length === 0) return known;
  const all = new Map([...known, ...more].map((damage) => [damageKey(damage), damage]));
  return [...all.values()]
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .slice(0, mostDamage);
}
