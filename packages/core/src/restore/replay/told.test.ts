import type { RestorePlan } from "@reprise/model";
import { anyTurns } from "@reprise/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../transcript/tokens.ts";
import { chooseHistory, type TurnReader } from "../history/choose.ts";
import { briefEntry, cut, hashOfTold, toldBy } from "./told.ts";

test("what a plan means is read again as it was planned, wherever the plan began to read", async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, fc.integer({ min: 200, max: 4000 }), async (turns, contextTokens) => {
      const reader: TurnReader = {
        first: turns[0]?.number ?? 1,
        last: turns.at(-1)?.number ?? 0,
        read: async (from, to) => turns.filter(({ number }) => number >= from && number <= to),
      };
      const options = { briefTokens: 50, count: estimateTokens, unfinished: [] };
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
        ...{ turns: chosen.turns, brief, contextTokens, unfinished: [], target: "codex", via: "native" },
        segments: segments.map(({ number, tokens, entries }) => ({
          ...{ number, tokens },
          items: entries.map(({ source }) => source),
        })),
      } as unknown as RestorePlan;
      const items = told.map(({ item }) => item);
      expect((await toldBy(plan, reader))?.hash).toBe(hashOfTold(items, "codex", "native"));
    }),
  );
});
