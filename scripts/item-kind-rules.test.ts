import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenItemKindRule } from "./item-kind-rules.ts";

const painter = "packages/web/src/app/other.tsx";
const problem = [`${painter} switches over the kinds of items: paint what model/present says`];

test("a second switch over the kinds of items is found, and a table of them", () => {
  const found = (text: string) => brokenItemKindRule(painter, text);
  expect(found('switch (item.kind) {\n case "prompt":\n case "opaque":\n}')).toEqual(problem);
  expect(found('switch (item?.kind) {\n case "edit":\n x();\n case "tool":\n}')).toEqual(problem);
  expect(found("const words: Record<ItemKind, string> = {};")).toEqual(problem);
  expect(found('switch (event.type) {\n case "notice":\n case "edit":\n}')).toEqual([]);
  expect(found('switch (panel.kind) {\n case "edit":\n case "list":\n}')).toEqual([]);
});

test("where items are read or presented, the kinds are told apart", () => {
  const text = readFileSync("packages/model/src/present/presented.ts", "utf8");
  expect(brokenItemKindRule("packages/model/src/present/presented.ts", text)).toEqual([]);
  expect(brokenItemKindRule(painter, text)).toEqual(problem);
});

test("at most four files are exceptions, and every one still is", () => {
  const text = readFileSync("scripts/item-kind-rules.ts", "utf8");
  const listed = [...text.matchAll(/^ {2}"(packages\/[^"]+)": "/gm)].map(([, path]) => path ?? "");
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.length).toBeLessThan(5);
  for (const path of listed) expect(brokenItemKindRule(painter, readFileSync(path, "utf8")), path).toEqual(problem);
});
