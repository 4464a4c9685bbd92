import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenEventRule } from "./event-rules.ts";

const fold = `
import type { RestoreEvent } from "@reprise/model";
switch (event.type) {
  case "item":
  case "delta":
    return;
}
if (event.type === "turn-ended") stop();
`;

test("a second fold of run events is found, wherever it is", () => {
  expect(brokenEventRule("packages/web/src/app/other.tsx", fold)).toEqual([
    "packages/web/src/app/other.tsx tells 3 kinds of run events apart: derive it from model/run-view",
  ]);
  expect(brokenEventRule("packages/web/src/app/other.tsx", fold.replace("turn-ended", "clicked"))).toEqual([]);
  expect(brokenEventRule("packages/web/src/app/other.tsx", fold.replace("RestoreEvent", "KeyEvent"))).toEqual([]);
  expect(brokenEventRule("packages/model/src/run-view/other.ts", fold)).toEqual([]);
});

test("every exception is still one", () => {
  const text = readFileSync(new URL("event-rules.ts", import.meta.url), "utf8");
  const listed = [...text.matchAll(/^ {2}"(packages\/[^"]+)": "/gm)].map(([, path]) => path ?? "");
  expect(listed.length).toBeGreaterThan(10);
  for (const path of listed) {
    const source = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
    expect(brokenEventRule(`packages/elsewhere/src/${path}`, source), path).toHaveLength(1);
  }
});
