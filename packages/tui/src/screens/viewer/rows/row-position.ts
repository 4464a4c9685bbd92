import { moveRows } from "../../../widgets/move-rows.ts";
import type { Block, LoadedTurn } from "../turns/loaded-turn.ts";
import type { Folds } from "./folds.ts";
import type { RowHeights } from "./row-heights.ts";

/** A row of a block. `height`: of the block when the row was chosen, to find the same part at another width. */
export interface RowPosition {
  readonly turn: number;
  readonly block: number;
  readonly row: number;
  readonly height: number;
}

/** The turns that positions refer to. */
interface HeldTurns {
  readonly turns: readonly LoadedTurn[];
  readonly folds: Folds;
  readonly heights: RowHeights;
}

export function turnAt({ turns }: HeldTurns, number: number): LoadedTurn | undefined {
  const likely = turns[number - (turns[0]?.number ?? 0)];
  return likely?.number === number ? likely : turns.find((turn) => turn.number === number);
}

export function blockAt(held: HeldTurns, position: RowPosition): Block | undefined {
  return turnAt(held, position.turn)?.blocks[position.block];
}

export function firstPosition({ turns }: HeldTurns): RowPosition | null {
  const turn = turns[0];
  return turn ? { turn: turn.number, block: 0, row: 0, height: 1 } : null;
}

export function lastPosition(held: HeldTurns): RowPosition | null {
  const turn = held.turns.at(-1);
  if (!turn) return null;
  const block = turn.blocks.length - 1;
  const height = held.heights.height(turn, block, held.folds);
  return { turn: turn.number, block, row: height - 1, height };
}

export function positionOf(held: HeldTurns, turn: LoadedTurn, block: number, row = 0): RowPosition {
  const height = held.heights.height(turn, block, held.folds);
  return { turn: turn.number, block, row: Math.max(0, Math.min(row, height - 1)), height };
}

/** The current equivalent of a position; if it is no longer loaded, the nearest that is. */
export function currentPosition(held: HeldTurns, position: RowPosition): RowPosition | null {
  const [first, last] = [held.turns[0], held.turns.at(-1)];
  if (!first || !last) return null;
  if (position.turn < first.number) return firstPosition(held);
  const turn = turnAt(held, position.turn);
  if (!turn) return lastPosition(held);
  const block = Math.min(position.block, turn.blocks.length - 1);
  const height = held.heights.height(turn, block, held.folds);
  if (height === position.height && block === position.block) return position;
  const row = Math.min(height - 1, Math.floor((position.row * height) / Math.max(1, position.height)));
  return { turn: turn.number, block, row, height };
}

/** Moves by so many rows, within the loaded turns. */
export function stepBy(held: HeldTurns, from: RowPosition, rows: number): RowPosition {
  const { turns, heights, folds } = held;
  const height = ({ index, block }: BlockAt) => {
    const turn = turns[index];
    return turn ? heights.height(turn, block, folds) : 1;
  };
  const start = { index: turns.findIndex(({ number }) => number === from.turn), block: from.block };
  const { block: at, row } = moveRows({ block: start, row: from.row }, rows, {
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
  /** Index of the turn among the loaded ones. */
  readonly index: number;
  readonly block: number;
}

/** At most so many positions, row by row. */
export function positionsFrom(held: HeldTurns, from: RowPosition, count: number): RowPosition[] {
  const places: RowPosition[] = [];
  let position = from;
  while (places.length < count) {
    places.push(position);
    const next =
      position.row + 1 < position.height ? { ...position, row: position.row + 1 } : stepBy(held, position, 1);
    if (isSamePosition(next, position)) break;
    position = next;
  }
  return places;
}

export function comparePositions(one: RowPosition, other: RowPosition): number {
  return one.turn - other.turn || one.block - other.block || one.row - other.row;
}

export function isSamePosition(one: RowPosition, other: RowPosition): boolean {
  return comparePositions(one, other) === 0;
}
