import { walk } from "../../widgets/walk.ts";
import type { Folds } from "./folds.ts";
import type { Block, LoadedTurn } from "./loaded-turn.ts";
import type { Paper } from "./paper.ts";

/** A row of a block. `height`: of the block when the row was chosen, so that another width finds the same part of it. */
export interface Place {
  readonly turn: number;
  readonly block: number;
  readonly row: number;
  readonly height: number;
}

/** What places are in. */
export interface Held {
  readonly turns: readonly LoadedTurn[];
  readonly folds: Folds;
  readonly paper: Paper;
}

export function turnAt({ turns }: Held, number: number): LoadedTurn | undefined {
  const likely = turns[number - (turns[0]?.number ?? 0)];
  return likely?.number === number ? likely : turns.find((turn) => turn.number === number);
}

export function blockAt(held: Held, place: Place): Block | undefined {
  return turnAt(held, place.turn)?.blocks[place.block];
}

export function firstPlace({ turns }: Held): Place | null {
  const turn = turns[0];
  return turn ? { turn: turn.number, block: 0, row: 0, height: 1 } : null;
}

export function lastPlace(held: Held): Place | null {
  const turn = held.turns.at(-1);
  if (!turn) return null;
  const block = turn.blocks.length - 1;
  const height = held.paper.height(turn, block, held.folds);
  return { turn: turn.number, block, row: height - 1, height };
}

export function placeOf(held: Held, turn: LoadedTurn, block: number, row = 0): Place {
  const height = held.paper.height(turn, block, held.folds);
  return { turn: turn.number, block, row: Math.max(0, Math.min(row, height - 1)), height };
}

/** The same place as things are now: what is not held any more gives way to the nearest that is. */
export function settle(held: Held, place: Place): Place | null {
  const [first, last] = [held.turns[0], held.turns.at(-1)];
  if (!first || !last) return null;
  if (place.turn < first.number) return firstPlace(held);
  const turn = turnAt(held, place.turn);
  if (!turn) return lastPlace(held);
  const block = Math.min(place.block, turn.blocks.length - 1);
  const height = held.paper.height(turn, block, held.folds);
  if (height === place.height && block === place.block) return place;
  const row = Math.min(height - 1, Math.floor((place.row * height) / Math.max(1, place.height)));
  return { turn: turn.number, block, row, height };
}

/** So many rows on, or back; no further than what is held. */
export function stepBy(held: Held, from: Place, rows: number): Place {
  const { turns, paper, folds } = held;
  const height = ({ index, block }: BlockAt) => {
    const turn = turns[index];
    return turn ? paper.height(turn, block, folds) : 1;
  };
  const start = { index: turns.findIndex(({ number }) => number === from.turn), block: from.block };
  const { block: at, row } = walk({ block: start, row: from.row }, rows, {
    height,
    before: ({ index, block }) => {
      if (block > 0) return { index, block: block - 1 };
      return index > 0 ? { index: index - 1, block: (turns[index - 1]?.blocks.length ?? 1) - 1 } : null;
    },
    after: ({ index, block }) => {
      if (block < (turns[index]?.blocks.length ?? 0) - 1) return { index, block: block + 1 };
      return index < turns.length - 1 ? { index: index + 1, block: 0 } : null;
    },
  });
  return { turn: turns[at.index]?.number ?? from.turn, block: at.block, row, height: height(at) };
}

interface BlockAt {
  /** Of the turn, among those that are held. */
  readonly index: number;
  readonly block: number;
}

/** At most so many places, row by row. */
export function placesFrom(held: Held, from: Place, count: number): Place[] {
  const places: Place[] = [];
  let place = from;
  while (places.length < count) {
    places.push(place);
    const next = place.row + 1 < place.height ? { ...place, row: place.row + 1 } : stepBy(held, place, 1);
    if (isSame(next, place)) break;
    place = next;
  }
  return places;
}

export function compare(one: Place, other: Place): number {
  return one.turn - other.turn || one.block - other.block || one.row - other.row;
}

export function isSame(one: Place, other: Place): boolean {
  return compare(one, other) === 0;
}
