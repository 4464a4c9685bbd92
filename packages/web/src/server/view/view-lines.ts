import type { Damage, ItemPlace, Library, SessionPlace, Turn, ViewWindow } from "@reprise/model";
import { itemFields } from "@reprise/model/json";
import type { ContractValue } from "@reprise/model/schema";
import { type CutItem, cutItem } from "./cut-item.ts";

/** A turn without its items, and some of them, long texts cut. */
interface Part {
  readonly turn: Omit<Turn, "items">;
  readonly itemCount: number;
  readonly items: readonly (CutItem & { readonly index: number })[];
}

interface Gathered {
  readonly parts: readonly Part[];
  readonly damage: readonly Damage[];
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** Turns read at once on the way back. */
const strides = [1, 4, 16, 64];

/** The lines of a window. Holds one turn of the session, and as many cut items as the window has. */
export async function* viewLines(
  library: Library,
  place: SessionPlace,
  window: ViewWindow,
): AsyncGenerator<ContractValue<"view">> {
  const { session } = await library.read(place, { last: 1 });
  yield { type: "session", session };
  const { parts, damage, isStart, isEnd } = await gather(library, place, window);
  for (const { turn, itemCount, items } of parts) {
    const { number, state, startedAt, endedAt } = turn;
    yield { type: "turn", number, state, startedAt, endedAt, itemCount };
    for (const { item, cuts, index } of items)
      yield { type: "item", turn: number, index, item: itemFields(item) as never, cuts };
  }
  for (const one of damage) yield { type: "damage", ...one };
  yield { type: "edges", isStart, isEnd };
}

async function gather(library: Library, place: SessionPlace, window: ViewWindow): Promise<Gathered> {
  if ("last" in window) return backwards(library, place, null, window.count);
  if ("before" in window) return backwards(library, place, window.before, window.count);
  if ("from" in window) return forwards(library, place, window.from.turn, () => window.from.index, window.count);
  const startOf = ({ items }: Turn) =>
    Math.max(
      0,
      items.findIndex(({ id }) => id === window.item),
    );
  return forwards(library, place, window.turn, startOf, window.count);
}

async function forwards(
  library: Library,
  place: SessionPlace,
  first: number,
  startOf: (turn: Turn) => number,
  count: number,
): Promise<Gathered> {
  const reading = await library.read(place, { from: first, to: Number.MAX_SAFE_INTEGER });
  const parts: Part[] = [];
  let [left, isEnd, isStart] = [count, true, first <= 1];
  for await (const turn of reading.turns) {
    if (left <= 0) {
      isEnd = false;
      break;
    }
    const from = parts.length === 0 && turn.number === first ? startOf(turn) : 0;
    if (parts.length === 0 && (from > 0 || turn.number > 1)) isStart = false;
    const part = partOf(turn, from, Math.min(turn.items.length, from + left));
    parts.push(part);
    left -= Math.max(1, part.items.length);
    if (from + part.items.length < turn.items.length) {
      isEnd = false;
      break;
    }
  }
  // A history that was put into the session has the number 0.
  if (isStart && first === 1) isStart = !(await hasTurnZero(library, place));
  return { parts, damage: [...reading.damage], isStart, isEnd };
}

async function hasTurnZero(library: Library, place: SessionPlace): Promise<boolean> {
  const reading = await library.read(place, { from: 0, to: 0 });
  for await (const _ of reading.turns) return true;
  return false;
}

/** From the place back, or from the end. Older turns come in ever larger strides. */
async function backwards(
  library: Library,
  place: SessionPlace,
  before: ItemPlace | null,
  count: number,
): Promise<Gathered> {
  let parts: Part[] = [];
  const damage: Damage[] = [];
  let [left, stride, isStart] = [count, 0, false];
  let to = before === null ? null : before.index > 0 ? before.turn : before.turn - 1;
  while (left > 0 && !isStart) {
    const turns = strides[Math.min(stride, strides.length - 1)] ?? 1;
    const from = to === null ? null : to - turns < 1 ? 0 : to - turns + 1;
    const window = to === null || from === null ? { last: turns } : { from, to };
    if (to !== null && to < 0) isStart = true;
    else {
      const reading = await library.read(place, window);
      const read = await lastParts(reading.turns, left, before);
      damage.unshift(...reading.damage);
      parts = [...read.parts, ...parts];
      left -= read.parts.reduce((sum, { items }) => sum + Math.max(1, items.length), 0);
      isStart = !read.isCut && (from === 0 || read.first === null);
      to = (read.first ?? 0) - 1;
      stride += 1;
    }
  }
  return { parts, damage, isStart, isEnd: before === null };
}

/** The last items of some turns, up to a place. */
async function lastParts(
  turns: AsyncIterable<Turn>,
  count: number,
  before: ItemPlace | null,
): Promise<{ readonly parts: Part[]; readonly isCut: boolean; readonly first: number | null }> {
  const parts: Part[] = [];
  let [held, isCut] = [0, false];
  let first: number | null = null;
  for await (const turn of turns) {
    first ??= turn.number;
    const end = turn.number === before?.turn ? before.index : turn.items.length;
    const start = Math.max(0, end - count);
    if (start > 0) {
      isCut = true;
      parts.length = held = 0;
    }
    const part = partOf(turn, start, end);
    parts.push(part);
    held += Math.max(1, part.items.length);
    while (parts.length > 1 && held - Math.max(1, parts[0]?.items.length ?? 0) >= count) {
      held -= Math.max(1, parts.shift()?.items.length ?? 0);
      isCut = true;
    }
  }
  return { parts, isCut, first };
}

function partOf(turn: Turn, from: number, to: number): Part {
  const { items, ...rest } = turn;
  const kept = items.slice(from, to).map((item, offset) => ({ ...cutItem(item), index: from + offset }));
  return { turn: rest, itemCount: items.length, items: kept };
}
