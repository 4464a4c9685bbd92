import { expect, test } from "vitest";
import { brokenCircleRule } from "./circle-rules.ts";
import { readFacts } from "./source-facts.ts";

const circles = (files: Readonly<Record<string, string>>) =>
  brokenCircleRule(Object.entries(files).map(([path, text]) => readFacts(path, text)));

test("files that load each other are named in their order", () => {
  const files = {
    "packages/a/one.ts": 'import { two } from "./in/two.ts";\nexport const one = 1;',
    "packages/a/in/two.ts": 'export * from "./three.ts";\nexport const two = 2;',
    "packages/a/in/three.ts": 'import { one } from "../one.ts";\nexport const three = one;',
  };
  expect(circles(files)).toEqual([
    "packages/a/one.ts loads packages/a/in/two.ts loads packages/a/in/three.ts loads packages/a/one.ts: put what both need into a third file",
  ]);
});

test("types, and what is loaded on demand, make no circle", () => {
  for (const back of [
    'import type { One } from "./one.ts";',
    'import { type One } from "./one.ts";',
    'export const later = () => import("./one.ts");',
  ])
    expect(circles({ "packages/a/one.ts": 'import { two } from "./two.ts";', "packages/a/two.ts": back })).toEqual([]);
});
