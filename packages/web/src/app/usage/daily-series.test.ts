import type { UsageDay } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { dailySeries, dayWords, hasFigures, stacked } from "./daily-series.ts";
import { type Measure, measures, shortCount, timeWords } from "./measures.ts";

const row = (day: string | null, agent: string, input: number | null): UsageDay => ({
  day,
  agent,
  model: null,
  turnCount: 1,
  workMs: null,
  commandCount: 1,
  failedCommandCount: 0,
  editCount: 0,
  tokens: { input, cached: null, output: input === null ? null : 1, reasoning: null },
});
const usage = {
  days: [
    row(null, "codex", 5),
    row("2026-11-14", "codex", 10),
    row("2026-11-16", "claude", null),
    row("2026-11-16", "codex", 20),
  ],
};
const [tokens, time] = measures as [Measure, Measure];
const titleOf = (agent: string) => agent.toUpperCase();

describe("the data of a chart", () => {
  it("has every day between the first and the last, and a series for each agent", () => {
    const data = dailySeries(usage, tokens);
    expect(data).toEqual({
      days: ["2026-11-14", "2026-11-15", "2026-11-16"],
      series: [
        { agent: "claude", values: [0, 0, null] },
        { agent: "codex", values: [11, 0, 21] },
      ],
    });
    expect(stacked(data)).toEqual([
      [0, 0, 0],
      [11, 0, 21],
    ]);
  });

  it("is not drawn where nothing was recorded", () => {
    expect([tokens, time].map((measure) => hasFigures(dailySeries(usage, measure)))).toEqual([true, false]);
  });

  it("is told in words: unknown is not nothing", () => {
    const data = dailySeries(usage, tokens);
    expect(dayWords(data, 0, tokens, titleOf)).toBe("2026-11-14: CODEX 11");
    expect(dayWords(data, 1, tokens, titleOf)).toBe("2026-11-15: nothing");
    expect(dayWords(data, 2, tokens, titleOf)).toBe("2026-11-16: CLAUDE unknown, CODEX 21");
    expect(dayWords(dailySeries(usage, time), 0, time, titleOf)).toBe("2026-11-14: CODEX unknown");
  });
});

it("figures are as short as an axis needs them", () => {
  expect([0, 950, 1000, 12_345, 3_400_000, 2e9].map(shortCount)).toEqual(["0", "950", "1 k", "12 k", "3.4 M", "2 G"]);
  expect([0, 59_000, 61_000, 3_600_000, 11_100_000].map(timeWords)).toEqual([
    "0 s",
    "59 s",
    "1 min",
    "1 h 00 min",
    "3 h 05 min",
  ]);
});
