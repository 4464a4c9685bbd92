import type { Item, Turn } from "@reprise/model";
import { describe, expect, test } from "vitest";
import type { TurnReader } from "./choose-history.ts";
import { keptEntries } from "./kept-entries.ts";

const item = (id: string): Item => ({
  id,
  at: null,
  origin: { file: "f", line: 0, byteOffset: 0 },
  kind: "prompt",
  text: "x".repeat(10),
});
/** Two items each: 1a and 1b, 2a and 2b, … */
const turns = Array.from(
  { length: 60 },
  (_, index): Turn => ({
    number: index + 1,
    state: "completed",
    startedAt: null,
    endedAt: null,
    items: [item(`${index + 1}a`), item(`${index + 1}b`)],
  }),
);

/** A character is a token. */
async function beginning(upTo: string, { room = 10_000, last = 60 } = {}) {
  const windows: string[] = [];
  const reader: TurnReader = {
    first: 1,
    last: 60,
    read: async (from, to) => {
      windows.push(`${from}-${to}`);
      return turns.slice(from - 1, to);
    },
  };
  const compaction = { at: 0, turn: last, summary: "s", kept: { summary: "behind", upTo } } as const;
  const options = {
    room,
    mostCharacters: 400,
    count: (text: string) => text.length,
    unfinished: [],
    agent: "codex" as const,
  };
  const { entries, isCut } = await keptEntries(compaction, reader, options);
  return { windows, isCut, count: entries.length, end: entries.at(-1)?.source ?? null };
}

describe("the beginning of a session, up to an item", () => {
  test("ends with just that item, in the middle of a turn or at its end", async () => {
    expect(await beginning("1a")).toEqual({ windows: ["1-16"], isCut: false, count: 1, end: "1a" });
    expect(await beginning("2a")).toEqual({ windows: ["1-16"], isCut: false, count: 3, end: "2a" });
    expect(await beginning("2b")).toEqual({ windows: ["1-16"], isCut: false, count: 4, end: "2b" });
  });

  test("is read on until the item is found, and no further", async () => {
    expect(await beginning("17a")).toMatchObject({ windows: ["1-16", "17-48"], count: 33, end: "17a" });
    expect(await beginning("60b")).toMatchObject({
      windows: ["1-16", "17-48", "49-60"],
      count: 120,
      isCut: false,
    });
    expect(await beginning("17b", { last: 17 })).toMatchObject({ windows: ["1-16", "17-17"], count: 34 });
  });

  test("is the oldest of it that fits to the last token, and then no more is read", async () => {
    expect(await beginning("2b", { room: 40 })).toMatchObject({ count: 4, isCut: false });
    expect(await beginning("2b", { room: 39 })).toMatchObject({ count: 3, end: "2a", isCut: true });
    expect(await beginning("60b", { room: 55 })).toEqual({
      windows: ["1-16"],
      isCut: true,
      count: 5,
      end: "3a",
    });
    expect(await beginning("2b", { room: 0 })).toMatchObject({ count: 0, isCut: true });
  });

  test("is nothing where the item is not found before the compaction", async () => {
    expect(await beginning("unknown")).toMatchObject({
      windows: ["1-16", "17-48", "49-60"],
      count: 0,
      isCut: true,
    });
    expect(await beginning("20a", { last: 16 })).toMatchObject({ windows: ["1-16"], count: 0, isCut: true });
  });
});
