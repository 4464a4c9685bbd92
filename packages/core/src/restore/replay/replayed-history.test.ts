import type { Item, PlanOf, Turn } from "@reprise/model";
import { anyTurns } from "@reprise/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../transcript/count-tokens.ts";
import { chooseHistory, type TurnReader } from "../history/choose-history.ts";
import { briefEntry, cut, hashOfHistory, replayedHistory } from "./replayed-history.ts";

test("what a plan means is read again as it was planned, wherever the plan began to read", async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, fc.integer({ min: 200, max: 4000 }), async (turns, contextTokens) => {
      await expectReadAgain(turns, contextTokens);
    }),
  );
});

const long = "long ".repeat(200);
const compaction = { kind: "notice", text: "", mark: { type: "compaction", summary: "short", kept: { upTo: "i1" } } };
const file = (text: string) => ({ kind: "attachment", what: "file", name: "a.txt", text });

test("an item that a compaction kept is found again, also when a rewind took it back", async () => {
  const turns = turnsOf(
    [{ kind: "prompt", text: "first" }],
    [{ kind: "notice", text: "", mark: { type: "rewind", turns: 1 } }],
    [{ kind: "reply", text: long }],
    [compaction],
  );
  expect(await expectReadAgain(turns, 200)).toEqual(["i1", "brief"]);
});

test("a prompt that a compaction kept is read again with what was attached to it", async () => {
  const turns = turnsOf(
    [{ kind: "prompt", text: "first" }, { kind: "reasoning", text: "hm" }, file("short"), file("too")],
    [{ kind: "reply", text: long }],
    [compaction],
  );
  expect(await expectReadAgain(turns, 200)).toEqual(["i1", "brief"]);
});

test("what is attached after a compaction is sent after it, not lost with the prompt before it", async () => {
  const turns = turnsOf([{ kind: "reply", text: long }], [{ kind: "prompt", text: "next" }, compaction, file("short")]);
  expect(await expectReadAgain(turns, 200)).toEqual(["brief", "i4"]);
});

function turnsOf(...bodies: readonly (readonly object[])[]): Turn[] {
  let id = 0;
  return bodies.map((own, index) => ({
    number: index + 1,
    state: "completed",
    startedAt: null,
    endedAt: null,
    items: own.map((body) => {
      id += 1;
      return { id: `i${id}`, at: null, origin: { file: "f", line: id, byteOffset: id }, ...body } as unknown as Item;
    }),
  }));
}

/** Returns the sources of the entries read. */
async function expectReadAgain(turns: readonly Turn[], contextTokens: number): Promise<readonly string[]> {
  const reader: TurnReader = {
    first: turns[0]?.number ?? 1,
    last: turns.at(-1)?.number ?? 0,
    read: async (from, to) => turns.filter(({ number }) => number >= from && number <= to),
  };
  const options = { briefTokens: 50, count: estimateTokens, unfinished: [], agent: "codex" as const };
  const chosen = await chooseHistory(reader, { ...options, contextTokens });
  const behind = chosen.before.kind === "summary" ? chosen.before.behind : 0;
  const brief = chosen.before.kind === "nothing" ? null : "in short";
  const told = chosen.entries.toSpliced(
    behind,
    0,
    ...(brief === null ? [] : [briefEntry(brief, chosen.turns.from, chosen.entries[0]?.item.at ?? null)]),
  );
  const segments = cut(told, "native", { segmentTokens: 1, count: estimateTokens });
  const plan = {
    session: "codex:x",
    turns: chosen.turns,
    brief,
    contextTokens,
    unfinished: [],
    target: "codex",
    via: "native",
    segments: segments.map(({ number, tokens, entries }) => ({
      number,
      tokens,
      items: entries.map(({ source }) => source),
    })),
  } as unknown as PlanOf<"replay">;
  const items = told.map(({ item }) => item);
  expect((await replayedHistory(plan, reader))?.hash).toBe(hashOfHistory(items, "codex", "native"));
  return told.map(({ source }) => source);
}
