import type { DiffDocument } from "@reprise/model";
import { expect, it } from "vitest";
import { diffLinkOf } from "./diff-link.ts";

const document = {
  path: "src/a.ts",
  change: "update",
  diff: null,
  movedTo: null,
  problem: null,
  isSelected: true,
  original: "one",
  modified: "two",
  baseHash: null,
  writtenHash: null,
  state: "proposed",
} as unknown as DiffDocument;
const link = (change: Partial<DiffDocument>) => diffLinkOf({ ...document, ...change });

it("a proposed change is compared text by text, a written one with the file itself", () => {
  expect(link({})).toEqual({ path: "src/a.ts", title: "a.ts (proposed)", before: "one", after: "two" });
  expect(link({ state: "written" })).toMatchObject({ before: "one", after: null });
  expect(link({ state: "discarded" })).toMatchObject({ before: "one", after: "two" });
});

it("a new file has nothing before, a deleted one nothing after", () => {
  expect(link({ change: "add", original: null })).toMatchObject({ before: "", after: "two" });
  expect(link({ change: "delete", modified: null, state: "written" })).toMatchObject({
    before: "one",
    after: "",
  });
});

it("a change whose texts are not known cannot be compared", () => {
  expect(link({ original: null })).toBeNull();
  expect(link({ modified: null })).toBeNull();
});
