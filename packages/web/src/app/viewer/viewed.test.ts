import type { Damage, Item, ViewLine } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import { nextPlace, noFinding, withLines } from "./found-places.ts";
import { endWords, mostItems, placeKey, type Viewed, viewedFrom, withAfter, withBefore } from "./viewed.ts";

function lines(turn: number, from: number, to: number, edges: { isStart?: boolean; isEnd?: boolean } = {}) {
  const item = (index: number): ViewLine => {
    const origin = { file: "/f", line: turn * 1000 + index, byteOffset: 0 };
    const item = { kind: "reply", id: `${turn}.${index}`, at: null, origin, text: "x" } as Item;
    return { type: "item", turn, index, item: item as never, cuts: [] };
  };
  const head: ViewLine = {
    type: "turn",
    number: turn,
    state: "completed",
    startedAt: null,
    endedAt: null,
    itemCount: to,
  };
  return [
    head,
    ...Array.from({ length: to - from }, (_, offset) => item(from + offset)),
    { type: "edges", isStart: false, isEnd: false, ...edges } as ViewLine,
  ];
}

async function viewed(...all: readonly (readonly ViewLine[])[]): Promise<Viewed> {
  return viewedFrom(
    (async function* () {
      yield* all.flat();
    })(),
  );
}

const placesOf = ({ items }: Viewed) => items.map(({ place }) => placeKey(place));

describe("the part of a session in the page", () => {
  test("grows at both ends, without repeating an item", async () => {
    const middle = await viewed(lines(2, 2, 4));
    const more = withBefore(middle, await viewed(lines(1, 0, 2), lines(2, 0, 3, { isStart: true })));
    expect(placesOf(more)).toEqual(["1.0", "1.1", "2.0", "2.1", "2.2", "2.3"]);
    expect([more.isStart, more.isEnd]).toEqual([true, false]);
    const all = withAfter(more, await viewed(lines(3, 0, 1, { isEnd: true })));
    expect(placesOf(all).slice(-2)).toEqual(["2.3", "3.0"]);
    expect([all.isStart, all.isEnd]).toEqual([true, true]);
  });

  test("a turn that is read again replaces its items", async () => {
    const before = await viewed(lines(1, 0, 2), lines(2, 0, 5, { isEnd: true }));
    const after = withAfter(before, await viewed(lines(2, 0, 3, { isEnd: true })));
    expect(placesOf(after)).toEqual(["1.0", "1.1", "2.0", "2.1", "2.2"]);
  });

  test("lets go of the far end when it is too much", async () => {
    const end = await viewed(lines(9, 0, mostItems, { isEnd: true }));
    const back = withBefore(end, await viewed(lines(8, 0, 50)));
    expect(back.items).toHaveLength(mostItems);
    expect([placesOf(back)[0], back.isEnd]).toEqual(["8.0", false]);
    const start = await viewed(lines(1, 0, mostItems, { isStart: true }));
    const on = withAfter(start, await viewed(lines(2, 0, 50)));
    expect([placesOf(on).at(-1), on.isStart, on.items.length]).toEqual(["2.49", false, mostItems]);
    expect(withAfter(on, await viewed(lines(3, 0, mostItems))).turns.map(({ number }) => number)).toEqual([3]);
  });

  test("shows damage before the item that follows it in the file", async () => {
    const damage = { file: "/f", line: 1001, byteOffset: 0, kind: "torn", detail: "" } as Damage;
    const blocks = blocksOf({ ...(await viewed(lines(1, 0, 3))), damage: [damage] });
    expect(blocks.map(({ kind }) => kind)).toEqual(["turn", "item", "item", "damage", "item"]);
  });
});

describe("places with the words", () => {
  const place = (turn: number, index: number) => ({ turn, index, item: "", kind: "reply", snippet: "" });
  const places = [place(1, 0), place(2, 3), place(5, 1)];

  test("come one after the other, round the end", () => {
    expect(nextPlace(places, null, 1)).toBe(0);
    expect(nextPlace(places, { turn: 1, index: 0 }, 1)).toBe(1);
    expect(nextPlace(places, { turn: 2, index: 0 }, 1)).toBe(1);
    expect(nextPlace(places, { turn: 9, index: 0 }, 1)).toBe(0);
    expect(nextPlace(places, { turn: 2, index: 3 }, -1)).toBe(0);
    expect(nextPlace(places, { turn: 1, index: 0 }, -1)).toBe(2);
    expect(nextPlace([], null, 1)).toBe(-1);
  });

  test("are counted as they come", () => {
    const found = withLines(noFinding, [
      { type: "found", ...place(1, 0) },
      { type: "searched", turn: 7 },
    ]);
    expect([found.places.length, found.upTo]).toEqual([1, 7]);
  });
});

test.each([
  ["working", "The session is open: what comes next appears here"],
  ["waiting", "The session is open: what comes next appears here"],
  ["completed", "End of the session"],
  ["interrupted", "End of the session"],
] as const)("below the last item of a session that is %s stands: %s", (state, words) => {
  expect(endWords(state)).toBe(words);
});
