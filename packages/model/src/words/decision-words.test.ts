import { expect, test } from "vitest";
import type { Decision } from "../run.ts";
import {
  choicesAmong,
  decisionChoices,
  decisionFor,
  decisionHelp,
  decisionWords,
  mildestNo,
} from "./decision-words.ts";

const all = decisionChoices.map(({ decision }) => decision);

test("each decision has a letter of its own, and none is q", () => {
  const keys = decisionChoices.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain("q");
  expect([...all].sort()).toEqual(Object.keys(decisionWords).sort());
});

test.each([
  ["y", "once"],
  ["s", "session"],
  ["a", "always"],
  ["n", "decline"],
  ["c", "cancel"],
  ["N", "decline"],
  ["o", null],
  ["", null],
] as const)("%s is %s", (key, decision) => {
  expect(decisionFor(key, all)).toBe(decision);
});

test("only what the agent offers can be answered, in one order", () => {
  const offered: Decision[] = ["decline", "once"];
  expect(choicesAmong(offered).map(({ key }) => key)).toEqual(["y", "n"]);
  expect(decisionFor("a", offered)).toBeNull();
});

test("the mildest no is offered, or there is none", () => {
  expect(mildestNo(all)).toBe("decline");
  expect(mildestNo(["once", "cancel"])).toBe("cancel");
  expect(mildestNo(["once"])).toBeNull();
});

test("every decision is told in words of its own", () => {
  const words = Object.values(decisionWords);
  expect(new Set(words).size).toBe(5);
  expect(words.filter((one) => one.startsWith("allowed"))).toHaveLength(3);
  expect(words.filter((one) => one.startsWith("declined"))).toHaveLength(2);
});

test("the help has every letter", () => {
  expect(decisionHelp).toBe(
    "y: yes, once; s: yes, for this session; a: yes, always; n: no; c: no, and stop the turn. Esc and q say no.",
  );
});
