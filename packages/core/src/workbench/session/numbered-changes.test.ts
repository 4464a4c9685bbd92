import type { WorkbenchChange } from "@reprise/model";
import { expect, test } from "vitest";
import { NumberedChanges } from "./numbered-changes.ts";

const printed = (length: number): WorkbenchChange => ({
  type: "output",
  exec: "one",
  ansi: null,
  isWhole: false,
  text: "x".repeat(length),
});

test("a listener that was away gets exactly what it missed", () => {
  const changes = new NumberedChanges();
  for (let n = 0; n < 10; n += 1) changes.add(printed(n));
  expect(changes.after(7)?.map(({ number }) => number)).toEqual([8, 9, 10]);
  expect(changes.after(10)).toEqual([]);
});

test("one that missed more than is kept gets the view: after many changes, or much text", () => {
  const many = new NumberedChanges();
  for (let n = 0; n < 8001; n += 1) many.add(printed(1));
  expect([many.after(1), many.after(4001)?.length]).toEqual([null, 4000]);
  const long = new NumberedChanges();
  for (let n = 0; n < 50; n += 1) long.add(printed(1_000_000));
  expect(long.after(40)).toBeNull();
  expect(long.after(48)?.map(({ number }) => number)).toEqual([49, 50]);
});

test("a long draft is not kept once for every word that is added to it", () => {
  const changes = new NumberedChanges();
  const text = "x".repeat(1_000_000);
  const draft = { text, cursor: 0, tokens: 1, inputs: [] };
  for (let n = 0; n < 50; n += 1) changes.add({ type: "draft", draft });
  expect(changes.after(40)).toBeNull();
  changes.forget();
  for (let n = 0; n < 5; n += 1) changes.add({ type: "draft", draft });
  expect(changes.after(51)).toHaveLength(5);
});

test("a change longer than what is kept is given to those who are here", () => {
  const changes = new NumberedChanges();
  changes.add(printed(1));
  changes.add(printed(50_000_000));
  expect(changes.after(1)?.map(({ number }) => number)).toEqual([2]);
});
