import type { HistoryMark, Item, ItemBody, Turn } from "@reprise/model";
import { anyTurns } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../transcript/count-tokens.ts";
import { chooseHistory, roomFor, type TurnReader } from "./choose-history.ts";
import { clean } from "./clean-text.ts";
import { type PortableEntry, textOfEntry } from "./portable-entry.ts";
import { type PortableOptions, portableHistory as portableFor } from "./portable-history.ts";
import { endText, restoreMark, segmentsIn, segmentText } from "./segment-text.ts";
import { segmentsOf } from "./segments.ts";

const portableOf = (turns: readonly Turn[], options: Partial<PortableOptions> = {}) =>
  portableFor(turns, { agent: "codex", ...options });

let lineCount = 100;
const item = (id: string, body: ItemBody): Item => {
  lineCount += 1;
  return { id, at: null, origin: { file: "f", line: lineCount, byteOffset: lineCount }, ...body };
};
const turn = (number: number, ...items: Item[]): Turn => ({
  number,
  state: "completed",
  startedAt: null,
  endedAt: null,
  items,
});
const said = (id: string, text: string) => item(id, { kind: "prompt", text });
const marked = (id: string, mark: HistoryMark) => item(id, { kind: "notice", text: "n", mark });
const reader = (turns: readonly Turn[]): TurnReader & { readonly windows: string[] } => {
  const windows: string[] = [];
  return {
    windows,
    first: turns[0]?.number ?? 1,
    last: turns.at(-1)?.number ?? 0,
    read: async (from, to) => {
      windows.push(`${from}-${to}`);
      return turns.filter(({ number }) => number >= from && number <= to);
    },
  };
};
const options = {
  contextTokens: 100_000,
  briefTokens: 100,
  count: estimateTokens,
  unfinished: [],
  agent: "codex" as const,
};

describe("portable history", () => {
  test("of any transcript is well formed: unique calls, no NUL, no lone surrogate, names any server takes", () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const { entries } = portableOf(turns);
        const ids = entries.flatMap(({ item }) => (item.kind === "call" ? [item.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => /^[A-Za-z0-9_-]{1,40}$/.test(id))).toBe(true);
        for (const entry of entries) {
          const { item } = entry;
          const text = JSON.stringify(item);
          expect(text.includes("\\u0000") || /\\ud[89a-f]/i.test(text)).toBe(false);
          if (item.kind === "call" && item.call.tool === "other")
            expect(item.call.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        }
      }),
    );
  });

  test("without marks holds every prompt, reply and call once and in order", () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const items = turns.flatMap(({ items }) => items);
        fc.pre(items.every((one) => one.kind !== "notice" || !one.mark));
        const told = ["prompt", "reply", "command", "edit", "tool"];
        const expected = items.filter(({ kind }) => told.includes(kind)).map(({ id }) => id);
        const { entries } = portableOf(turns);
        const isSaid = ({ source }: PortableEntry) => expected.includes(source);
        expect(entries.filter(isSaid).map(({ source }) => source)).toEqual(expected);
        const attached = entries.flatMap(({ item }) => (item.kind === "user" ? (item.attached ?? []) : []));
        expect(attached.length).toBe(items.filter(({ kind }) => kind === "attachment").length);
      }),
    );
  });

  test("a call without an answer is told as interrupted, with what evidence says", () => {
    const open = item("c", {
      kind: "command",
      command: "make",
      output: "half",
      exitCode: null,
      status: "open",
    });
    const unfinished = [
      {
        item: "c",
        kind: "command",
        subject: "make",
        outcome: "still-running",
        evidence: "process 7 runs it",
      },
    ] as const;
    const [entry] = portableOf([turn(1, open)], { unfinished }).entries;
    expect(entry?.item).toMatchObject({ kind: "call", hasFailed: true });
    expect(textOfEntry(entry as never)).toMatch(
      /^make\nhalf\n\[interrupted, outcome unknown:.*still running: process 7 runs it\.\]$/,
    );
  });

  test.each<[HistoryMark, string[]]>([
    [{ type: "rewind", turns: 1 }, ["a", "b", "z"]],
    [{ type: "rewind", turns: 9 }, ["z"]],
    [{ type: "rewind", turns: 0 }, ["a", "b", "c", "d", "z"]],
    [{ type: "rewind", from: "b" }, ["a", "z"]],
    [{ type: "rewind", after: "b" }, ["a", "b", "z"]],
    [{ type: "rewind", from: "unknown" }, ["z"]],
    [{ type: "rewind", after: "unknown" }, ["z"]],
  ])("what was taken back by %j is not told", (mark, left) => {
    const turns = [
      turn(1, said("a", "one"), said("b", "two")),
      turn(2, said("c", "three"), said("d", "four"), marked("m", mark)),
      turn(3, said("z", "last")),
    ];
    expect(portableOf(turns).entries.map(({ source }) => source)).toEqual(left);
  });

  test("a prompt at the place of the mark is what goes on; a mark that names itself takes back what follows", () => {
    const place = { file: "f", line: 9, byteOffset: 90 };
    const prompt = { ...said("p", "again"), origin: place };
    const mark = { ...marked("m", { type: "rewind", after: "a" }), origin: place };
    const turns = [turn(1, said("a", "one"), said("b", "two")), turn(2, prompt, mark, said("c", "three"))];
    expect(portableOf(turns).entries.map(({ source }) => source)).toEqual(["a", "p", "c"]);
    const undone = [turn(1, said("a", "one"), marked("u", { type: "rewind", from: "u" }), said("b", "two"))];
    expect(portableOf(undone).entries.map(({ source }) => source)).toEqual(["a"]);
  });

  test("of an item is the same wherever reading began", () => {
    fc.assert(
      fc.property(anyTurns, fc.nat(4), (turns, from) => {
        const whole = new Map(portableOf(turns).entries.map(({ source, item }) => [source, item]));
        for (const { source, item } of portableOf(turns.slice(from)).entries)
          if (whole.has(source)) expect(item).toEqual(whole.get(source));
      }),
    );
  });

  test("long texts lose their middle", () => {
    const { text, isCut } = clean("a".repeat(50) + "b".repeat(50), 20);
    expect(isCut).toBe(true);
    expect(text).toBe(`${"a".repeat(10)}\n[… 80 characters left out …]\n${"b".repeat(10)}`);
  });
});

describe("segments", () => {
  test("segments_under_threshold: cover every item once and in order, each under the threshold or a single item", () => {
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: 1, max: 500 }), (turns, mostTokens) => {
        const { entries } = portableOf(turns);
        const segments = segmentsOf(entries, { mostTokens, count: estimateTokens });
        expect(segments.flatMap((segment) => segment.entries)).toEqual(entries);
        expect(segments.map(({ number }) => number)).toEqual(segments.map((_, index) => index + 1));
        for (const { tokens, entries: own } of segments) expect(tokens <= mostTokens || own.length === 1).toBe(true);
      }),
    );
  });

  test("single_over_limit_item_forces_one_item_chunk", () => {
    const turns = [turn(1, said("a", "x"), said("b", "y".repeat(400)), said("c", "z"))];
    const segments = segmentsOf(portableOf(turns).entries, { mostTokens: 50, count: estimateTokens });
    expect(segments.map(({ entries }) => entries.map(({ source }) => source))).toEqual([["a"], ["b"], ["c"]]);
  });

  test("are found again in what an agent has recorded", () => {
    const mark = restoreMark("0123456789abcdef");
    const turns = [turn(1, said("a", "x"), said("b", "y"))];
    const segments = segmentsOf(portableOf(turns).entries, { mostTokens: 1, count: estimateTokens });
    const texts = segments.map((segment) => segmentText(segment, segments.length, mark));
    expect(segmentsIn([texts[1] ?? "", "anything"], mark)).toEqual(new Set([2]));
    expect(segmentsIn([...texts, endText(mark)], mark)).toEqual(new Set([1, 2, 0]));
    expect(segmentsIn(texts, restoreMark("another0another0"))).toEqual(new Set());
  });
});

describe("choosing what is told", () => {
  test("all of it, when it fits", async () => {
    const turns = Array.from({ length: 40 }, (_, index) => turn(index + 1, said(`p${index}`, "hello")));
    const chosen = await chooseHistory(reader(turns), options);
    expect(chosen).toMatchObject({ turns: { from: 1, to: 40 }, before: { kind: "nothing" }, lost: [] });
    expect(chosen.entries).toHaveLength(40);
  });

  test("the last compaction and what came after, when the whole does not fit", async () => {
    const big = "x".repeat(40_000);
    const turns = Array.from({ length: 40 }, (_, index) => turn(index + 1, said(`p${index}`, big)));
    turns[35] = turn(
      36,
      said("p35", big),
      marked("m", { type: "compaction", summary: "in short" }),
      said("q", "after"),
    );
    const chosen = await chooseHistory(reader(turns), { ...options, contextTokens: 200_000 });
    expect(chosen.before).toEqual({ kind: "summary", text: "in short", behind: 0 });
    expect(chosen.entries.map(({ source }) => source)).toEqual(["q", "p36", "p37", "p38", "p39"]);
    expect(chosen.lost.join()).toContain("what came before turn 36");
  });

  test("else the last turns; nothing is read that is not needed", async () => {
    const big = "x".repeat(40_000);
    const turns = Array.from({ length: 1000 }, (_, index) => turn(index + 1, said(`p${index}`, big)));
    const from = reader(turns);
    const chosen = await chooseHistory(from, { ...options, contextTokens: 200_000 });
    expect(chosen.before).toEqual({ kind: "missing" });
    expect(chosen.turns).toEqual({ from: 992, to: 1000 });
    expect(from.windows).toEqual(["985-1000"]);
  });

  test("never more than fits, for any transcript and any window", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, fc.integer({ min: 2000, max: 20_000 }), async (turns, contextTokens) => {
        const chosen = await chooseHistory(reader(turns), { ...options, contextTokens });
        const told = chosen.entries.reduce((sum, entry) => sum + estimateTokens(textOfEntry(entry)), 0);
        const before = chosen.before.kind === "summary" ? estimateTokens(chosen.before.text) : 0;
        expect(told + before).toBeLessThanOrEqual(roomFor(contextTokens));
      }),
    );
  });
});
