import { expect, test } from "vitest";
import type { StatusRow } from "../runner.ts";
import { doingLine } from "./doing-line.ts";

const unfinished: StatusRow["unfinished"] = [
  { item: "i-1", kind: "command", subject: "make", outcome: "unknown", evidence: "no exit recorded" },
];

test("a command that the list of unfinished work has is not said twice", () => {
  const cut = { state: "interrupted", unfinished } as const;
  expect(doingLine({ ...cut, doing: "during: $ make" })).toBeNull();
  expect(doingLine({ ...cut, doing: "while waiting for approval: $ make" })).toBeNull();
  expect(doingLine({ ...cut, doing: "during: $ make all" })).toBe("stopped during: $ make all");
});

test("what waits for the person says so", () => {
  expect(doingLine({ state: "waiting", doing: "waiting for approval: $ make", unfinished: [] })).toBe(
    "waiting for your answer: $ make",
  );
});

test("what runs is doing, what was cut off has stopped", () => {
  expect(doingLine({ state: "working", doing: "$ make", unfinished: [] })).toBe("doing: $ make");
  expect(doingLine({ state: "interrupted", doing: "before it answered", unfinished: [] })).toBe(
    "stopped before it answered",
  );
  expect(doingLine({ state: "completed", doing: null, unfinished: [] })).toBeNull();
});
