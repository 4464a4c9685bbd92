import type { DiffDocument, SessionId } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { filesPlanFor, selectedIn, stateAfter } from "./decide-diff.ts";

const [base, written] = ["0".repeat(64), "1".repeat(64)];
const place = { root: "/work", session: "codex:a" as SessionId };

function file(more: Partial<DiffDocument>): DiffDocument {
  return {
    path: "a",
    change: "update",
    diff: null,
    movedTo: null,
    original: "old",
    modified: "new",
    baseHash: base,
    writtenHash: written,
    isSelected: true,
    state: "written",
    problem: null,
    ...more,
  };
}

describe("what is written for a decision", () => {
  test.each([
    ["discard", file({}), { change: "write", content: "old", nowHash: written }],
    ["apply", file({ state: "proposed" }), { change: "write", content: "new", nowHash: base }],
    [
      "discard",
      file({ change: "add", original: null, baseHash: null }),
      { change: "delete", content: null, nowHash: written },
    ],
    [
      "apply",
      file({ change: "delete", modified: null, writtenHash: null, state: "proposed" }),
      { change: "delete", content: null, nowHash: base },
    ],
  ] as const)("%s %o", (decision, document, expected) => {
    expect(filesPlanFor([document], decision, place)?.files).toMatchObject([expected]);
  });

  test("nothing where the file is as decided already", () => {
    expect(filesPlanFor([file({})], "apply", place)).toBeNull();
    expect(filesPlanFor([file({ state: "proposed" })], "discard", place)).toBeNull();
    expect([stateAfter(file({}), "apply"), stateAfter(file({ state: "proposed" }), "discard")]).toEqual([
      "kept",
      "discarded",
    ]);
  });
});

describe("a text that is not known", () => {
  test.each([
    ["an update whose earlier text is gone", "discard", { original: null, baseHash: null }],
    ["one that was withheld from the disk", "discard", { original: null }],
    ["an added file that replaced another", "discard", { change: "add", original: null }],
    ["a proposed update", "apply", { state: "proposed", modified: null, writtenHash: null }],
    ["a proposed file that was withheld", "apply", { change: "add", state: "proposed", modified: null }],
  ] as const)("%s is never taken for a deletion", (_name, decision, more) => {
    expect(() => filesPlanFor([file(more)], decision, place)).toThrow("not kept here");
  });
});

test("one stale file refuses all of them", () => {
  const documents = [file({}), file({ path: "b", problem: "Patch stale." })];
  expect(() => filesPlanFor(documents, "discard", place)).toThrow("No file was changed.\nb: Patch stale.");
});

test("only selected files that are still open are decided", () => {
  const documents = [file({}), file({ path: "b", isSelected: false }), file({ path: "c", state: "kept" })];
  const diff = { id: "d", at: null, request: null, signature: "", documents };
  expect(selectedIn(diff).map(({ path }) => path)).toEqual(["a"]);
  expect(() => selectedIn({ ...diff, documents: documents.slice(1) })).toThrow("No file is selected.");
});
