import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chartOf } from "./chart.ts";
import { withMeasured } from "./document.ts";

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

test("docs/chart.svg is what docs/benchmarks.md says; `npm run docs` writes it", () => {
  expect(docs("chart.svg")).toBe(chartOf(docs("benchmarks.md")));
});

test("the longer of a pair fills the width, the other is as long as it took, with its figure", () => {
  const row =
    "| warm `list` of 10000 | 0.50 × | – |  | 100 ms (90 ms–110 ms) | Codex's start + list: 0.2 s (0.1 s–0.3 s) |";
  const chart = chartOf(withMeasured(docs("benchmarks.md"), `2026-01-01; a machine\n\n${row}`));
  const widths = [...chart.matchAll(/<rect class="\w+"[^>]* width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([293, 586]);
  expect(chart).toContain(">100 ms<");
  expect(chart).toContain(">200 ms<");
  expect(chart).toContain("2026-01-01; a machine");
  expect(chart).not.toContain("grep");
});
