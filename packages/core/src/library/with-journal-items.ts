import type { Item, Turn } from "@reprise/model";
import type { JournalItem } from "../journal/journal-items.ts";
import { waitsFor } from "../journal/waits-for.ts";

/** Turns of a session, or a window of them. */
export interface ReadTurns {
  readonly turns: AsyncIterable<Turn>;
  /** Turns of which items were left out: none is inserted before those that are there. */
  readonly cut: ReadonlySet<number>;
  /** The turn after these; null if there is none. */
  readonly turnAfter: () => Promise<Pick<Turn, "startedAt"> | null>;
}

/**
 * Inserts items that only our journals have into their turns, in time order, the same in a window as in the whole. Holds back at
 * most one turn.
 */
export async function* withJournalItems(
  { turns, cut, turnAfter }: ReadTurns,
  journalItems: readonly JournalItem[],
): AsyncGenerator<Turn> {
  const withItems = (turn: Turn, all: readonly JournalItem[]) => {
    const first = cut.has(turn.number) ? (turn.items[0]?.at ?? "") : "";
    return withWaiting(merged(turn, first === "" ? all : all.filter(({ at }) => at >= first)), all);
  };
  let held: Turn | null = null;
  let from = 0;
  for await (const turn of turns) {
    const to = endBefore(journalItems, from, turn.startedAt);
    // Drops journal items from before the first turn shown.
    if (held) yield withItems(held, journalItems.slice(from, to));
    from = to;
    held = turn;
  }
  if (!held) return;
  const next = from === journalItems.length ? null : await turnAfter();
  const to = next === null ? journalItems.length : endBefore(journalItems, from, next.startedAt);
  yield withItems(held, journalItems.slice(from, to));
}

/** A call whose request was not answered did not run, whatever the log says. */
function withWaiting(turn: Turn, journalItems: readonly JournalItem[]): Turn {
  const unanswered = journalItems.flatMap(({ unanswered }) => unanswered ?? []);
  if (unanswered.length === 0) return turn;
  const items = turn.items.map(
    (item): Item =>
      unanswered.some((request) => waitsFor(item, request)) ? ({ ...item, status: "waiting" } as Item) : item,
  );
  return { ...turn, items };
}

/** End of the items before a time. */
function endBefore(journalItems: readonly JournalItem[], from: number, time: string | null): number {
  let to = from;
  if (time === null) return to;
  while (to < journalItems.length && (journalItems[to] as JournalItem).at < time) to += 1;
  return to;
}

/** In the turn, before the notice that it failed: text is journalled a moment after it came. */
function merged(turn: Turn, journalItems: readonly JournalItem[]): Turn {
  const { state, endedAt, items } = turn;
  const last = items.at(-1);
  const isCut = (state === "failed" || state === "interrupted" || state === "stopped") && endedAt !== null;
  if (!isCut || last?.kind !== "notice" || (last.at ?? endedAt) !== endedAt) return inOrder(turn, journalItems);
  const before = inOrder({ ...turn, items: items.slice(0, -1) }, journalItems);
  return { ...turn, items: [...before.items, last] };
}

/** Each after the last item that is not later. */
function inOrder(turn: Turn, journalItems: readonly JournalItem[]): Turn {
  const ids = new Set(turn.items.map(({ id }) => id));
  const replies = turn.items.flatMap((item) => (item.kind === "reply" ? [item.text] : []));
  const added = journalItems.filter(
    ({ replacedBy, item }) => replacedBy === null || !(ids.has(replacedBy) || isAmong(item, replies)),
  );
  if (added.length === 0) return turn;
  const earliest = earliestFrom(turn.items);
  const items: Item[] = [];
  let place = 0;
  for (const { at, item, isLast } of added) {
    if (isLast) continue;
    for (; place < turn.items.length && (earliest[place] as string) <= at; place += 1)
      items.push(turn.items[place] as Item);
    items.push(item);
  }
  for (; place < turn.items.length; place += 1) items.push(turn.items[place] as Item);
  items.push(...added.filter(({ isLast }) => isLast).map(({ item }) => item));
  return { ...turn, items, state: stateWith(turn.state, added) };
}

/** A log without the call that was under way when its agent died ends like one of a finished turn. */
function stateWith(state: Turn["state"], added: readonly JournalItem[]): Turn["state"] {
  const isCut = added.some(({ item }) => "status" in item && item.status === "open");
  return state === "completed" && isCut ? "interrupted" : state;
}

/** Not every agent names a reply in its log as in its output. */
function isAmong(item: Item, replies: readonly string[]): boolean {
  return item.kind === "reply" && replies.some((text) => text.includes(item.text.trim()));
}

/** The earliest time from each item to the end; an item without a time may be as early as any. */
function earliestFrom(items: readonly Item[]): string[] {
  const times = items.map(({ at }): string => at ?? "");
  for (let index = times.length - 2; index >= 0; index -= 1) {
    const behind = times[index + 1] as string;
    if (behind < (times[index] as string)) times[index] = behind;
  }
  return times;
}
