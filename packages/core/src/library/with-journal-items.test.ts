import type { Item, Timestamp, Turn } from "@reprise/model";
import { expect, it } from "vitest";
import type { JournalItem } from "../journal/journal-items.ts";
import { type ReadTurns, withJournalItems } from "./with-journal-items.ts";

const time = (second: number) => `2026-11-15T20:00:0${second}.000Z` as Timestamp;
const origin = { file: "/f", line: 1, byteOffset: 0 };
const item = (id: string, second: number): Item => ({
  id,
  at: time(second),
  origin,
  kind: "reply",
  text: id,
});
const turn = (number: number, ...items: Item[]): Turn => ({
  number,
  state: "completed",
  startedAt: items[0]?.at ?? null,
  endedAt: null,
  items,
});
const seen = (id: string, second: number, replacedBy: string | null = null): JournalItem => ({
  at: time(second),
  item: item(id, second),
  replacedBy,
  unanswered: null,
  isLast: false,
});

function read(turns: Turn[], after: Turn | null = null): ReadTurns {
  const iterate = async function* () {
    yield* turns;
  };
  return { turns: iterate(), cut: new Set(), turnAfter: async () => after };
}

async function ids(turns: Turn[], journalItems: JournalItem[], after: Turn | null = null): Promise<string[][]> {
  const list: string[][] = [];
  for await (const { items } of withJournalItems(read(turns, after), journalItems))
    list.push(items.map(({ id }) => id));
  return list;
}

it("what only the journal saw stands in its turn, in the order of time", async () => {
  const turns = [turn(1, item("a", 1), item("b", 3)), turn(2, item("c", 5))];
  expect(await ids(turns, [seen("x", 2), seen("y", 4), seen("z", 6)])).toEqual([
    ["a", "x", "b", "y"],
    ["c", "z"],
  ]);
});

it("a turn with a call that only the journal saw begin did not end", async () => {
  const command = { kind: "command", command: "make", output: null, exitCode: null } as const;
  const states = async (status: "open" | "done") => {
    const { text: _text, ...rest } = item("x", 2) as Item & { kind: "reply" };
    const call = { ...seen("x", 2), item: { ...rest, ...command, status } as Item };
    const found: string[] = [];
    for await (const { state } of withJournalItems(read([turn(1, item("a", 1))]), [call])) found.push(state);
    return found;
  };
  expect(await states("open")).toEqual(["interrupted"]);
  expect(await states("done")).toEqual(["completed"]);
});

it("streamed text is left out where the log holds the finished reply", async () => {
  expect(await ids([turn(1, item("a", 1))], [seen("partial", 2, "a"), seen("other", 2, "gone")])).toEqual([
    ["a", "other"],
  ]);
  const late = { ...item("late", 1), text: "the same text\n" } as Item;
  const told = { ...seen("told", 2, "gone"), item: { ...item("told", 2), text: "the same text" } as Item };
  expect(await ids([turn(1, late)], [told])).toEqual([["late"]]);
});

it("a window shows nothing of what happened before or after it", async () => {
  expect(await ids([turn(2, item("c", 5))], [seen("x", 2)])).toEqual([["c"]]);
  const later = [seen("y", 6), seen("z", 8)];
  expect(await ids([turn(2, item("c", 5))], later, turn(3, item("d", 7)))).toEqual([["c", "y"]]);
  expect(await ids([turn(2, item("c", 5))], later, turn(3))).toEqual([["c"]]);
  expect(await ids([turn(2, item("c", 5))], later)).toEqual([["c", "y", "z"]]);
});

it("a call without an end is the last of its turn: some logs give a reply the time of its end", async () => {
  const turns = [turn(1, item("a", 1), item("reply", 3)), turn(2, item("c", 5))];
  const call = { ...seen("call", 2, "gone"), isLast: true };
  expect(await ids(turns, [call])).toEqual([["a", "reply", "call"], ["c"]]);
});

it("a reply that was cut off stands before the notice that its turn failed, though it was journalled after", async () => {
  const notice: Item = {
    id: "failed",
    at: time(2),
    origin,
    kind: "notice",
    text: "The turn failed: no network",
  };
  const failed: Turn = { ...turn(1, item("a", 1), notice), state: "failed", endedAt: time(2) };
  const call = { ...seen("call", 3, "gone"), isLast: true };
  const untimed: Turn = {
    ...failed,
    state: "interrupted",
    items: [item("a", 1), { ...notice, at: null }],
  };
  for (const cut of [failed, untimed])
    expect(await ids([cut], [seen("half", 3, "gone"), call])).toEqual([["a", "half", "call", "failed"]]);
});
