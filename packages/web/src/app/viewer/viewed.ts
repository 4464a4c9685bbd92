import {
  type Cut,
  type Damage,
  type Item,
  type ItemPlace,
  isHeld,
  type SessionState,
  type SessionSummary,
  type ViewLine,
} from "@reprise/model";

export interface ViewedItem {
  readonly place: ItemPlace;
  readonly item: Item;
  readonly cuts: readonly Cut[];
  /** Characters it holds, about. */
  readonly size: number;
}

export type ViewedTurn = Omit<Extract<ViewLine, { readonly type: "turn" }>, "type">;

/** The part of a session that is in the page: items without a gap, in order. */
export interface Viewed {
  readonly session: SessionSummary | null;
  readonly turns: readonly ViewedTurn[];
  readonly items: readonly ViewedItem[];
  readonly damage: readonly Damage[];
  /** Nothing comes before, nothing comes after. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

export const nothingViewed: Viewed = {
  session: null,
  turns: [],
  items: [],
  damage: [],
  isStart: false,
  isEnd: false,
};

/** Items and characters that the page holds at most; more are let go on the far side. */
export const mostItems = 300;
export const mostSize = 3_000_000;

export async function viewedFrom(lines: AsyncIterable<ViewLine>): Promise<Viewed> {
  const [turns, items, damage] = [[] as ViewedTurn[], [] as ViewedItem[], [] as Damage[]];
  let [session, isStart, isEnd] = [null as SessionSummary | null, false, false];
  for await (const line of lines) {
    if (line.type === "session") session = line.session;
    else if (line.type === "item") items.push(viewedItem(line));
    else if (line.type === "edges") ({ isStart, isEnd } = line);
    else {
      const { type, ...rest } = line;
      if (type === "turn") turns.push(rest as ViewedTurn);
      else damage.push(rest as Damage);
    }
  }
  return { session, turns, items, damage, isStart, isEnd };
}

function viewedItem({ turn, index, item, cuts }: Extract<ViewLine, { type: "item" }>): ViewedItem {
  return { place: { turn, index }, item: item as Item, cuts, size: JSON.stringify(item).length };
}

/** Adds what comes before; lets go of the end if it is too much. */
export function withBefore(viewed: Viewed, more: Viewed): Viewed {
  return keptStart({ ...joined(more, viewed), isStart: more.isStart, isEnd: viewed.isEnd });
}

/** Adds what comes after, or replaces it from the first new item on; lets go of the start if it is too much. */
export function withAfter(viewed: Viewed, more: Viewed): Viewed {
  const first = more.items[0]?.place ?? null;
  const kept =
    first === null ? viewed : { ...viewed, items: viewed.items.filter(({ place }) => isBefore(place, first)) };
  return keptEnd({ ...joined(kept, more), isStart: viewed.isStart, isEnd: more.isEnd });
}

function joined(one: Viewed, other: Viewed): Viewed {
  const turns = new Map([...one.turns, ...other.turns].map((turn) => [turn.number, turn]));
  const has = new Set(one.items.map(({ place }) => placeKey(place)));
  const damage = new Map([...one.damage, ...other.damage].map((one) => [damageKey(one), one]));
  return {
    session: other.session ?? one.session,
    isStart: false,
    isEnd: false,
    turns: [...turns.values()].sort((a, b) => a.number - b.number),
    items: [...one.items, ...other.items.filter(({ place }) => !has.has(placeKey(place)))],
    damage: [...damage.values()],
  };
}

function keptStart(viewed: Viewed): Viewed {
  const count = fitting(viewed.items);
  if (count === viewed.items.length) return viewed;
  return within({ ...viewed, items: viewed.items.slice(0, count), isEnd: false });
}

function keptEnd(viewed: Viewed): Viewed {
  const count = fitting(viewed.items.toReversed());
  if (count === viewed.items.length) return viewed;
  return within({ ...viewed, items: viewed.items.slice(-count), isStart: false });
}

/** How many of the first ones are not too much; at least one. */
function fitting(items: readonly ViewedItem[]): number {
  let [count, size] = [0, 0];
  for (const item of items) {
    size += item.size;
    if (count > 0 && (count >= mostItems || size > mostSize)) break;
    count += 1;
  }
  return count;
}

/** Turns and damage of items that were let go, go too. */
function within(viewed: Viewed): Viewed {
  const { turns, items } = viewed;
  const [from, to] = [items[0]?.place.turn ?? 0, items.at(-1)?.place.turn ?? 0];
  return { ...viewed, turns: turns.filter(({ number }) => number >= from && number <= to) };
}

export function placeKey({ turn, index }: ItemPlace): string {
  return `${turn}.${index}`;
}

export function isBefore(one: ItemPlace, other: ItemPlace): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.index < other.index);
}

export function damageKey({ file, line, byteOffset, kind }: Damage): string {
  return `${file} ${line} ${byteOffset} ${kind}`;
}

/** What a held session says next appears here. */
export function endWords(state: SessionState | null): string {
  return state !== null && isHeld(state) ? "The session is open: what comes next appears here" : "End of the session";
}
