import { expect, test } from "vitest";
import { figureOf } from "../measure/contest.ts";
import { memoryRow, ratioRow, speedRow, timeRow } from "./row.ts";
import { tableText } from "./table.ts";

const peer = figureOf("grep", [100, 300, 200]);

test("a figure is the median of its samples", () => {
  expect(peer).toMatchObject({ medianMs: 200, leastMs: 100, mostMs: 300, sampleCount: 3 });
  expect(figureOf("two", [10, 20]).medianMs).toBe(15);
});

test("a ratio is held against its bar", () => {
  const ours = figureOf("ours", [50]);
  expect(ratioRow({ what: "it", ours, peer, most: 0.25 })).toMatchObject({
    ratio: "0.25 ×",
    isReached: true,
  });
  expect(ratioRow({ what: "it", ours, peer, most: 0.2 }).isReached).toBe(false);
  expect(ratioRow({ what: "it", ours, peer }).isReached).toBeNull();
});

test("memory, time and speed are held against theirs", () => {
  expect(timeRow({ what: "it", ours: figureOf("ours", [201]), peer, mostMs: 200 })).toMatchObject({
    bar: "≤ 200 ms",
    isReached: false,
  });
  expect(memoryRow("it", 151e6, 150).isReached).toBe(false);
  const ours = figureOf("ours", [1000]);
  expect(speedRow({ what: "it", sizeBytes: 9e8, ours, peer, leastMbPerSecond: 800 }).ours).toBe("900 MB/s");
});

test("the table names what falls short", () => {
  expect(tableText([memoryRow("it", 151e6, 150)])).toContain("| it | – | ≤ 150 MB | **falls short** | 151 MB | – |");
});
