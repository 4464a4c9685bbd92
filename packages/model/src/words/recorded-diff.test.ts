import { expect, test } from "vitest";
import type { FileChange, ItemBody } from "../transcript.ts";
import { RecordedDiff } from "./recorded-diff.ts";

function edit(
  changes: readonly FileChange[],
  status: (ItemBody & { kind: "edit" })["status"] = "done",
): ItemBody & { kind: "edit" } {
  return { kind: "edit", changes, status };
}

test("edits are grouped by file, in the order in which files were first edited, below the workspace", () => {
  const diff = new RecordedDiff("/home/me/shop");
  diff.add(1, edit([{ path: "/home/me/shop/a.ts", change: "add", diff: "one\ntwo\n" }]));
  diff.add(1, edit([{ path: "/etc/hosts", change: "update", diff: "@@ -1 +1 @@\n-old\n+new" }]));
  diff.add(2, edit([{ path: "/home/me/shop/a.ts", change: "update", diff: "--- a\n+++ b\n@@ -1 +1 @@\n--- x\n+y" }]));
  expect(diff.text.split("\n").slice(1)).toEqual([
    ...["diff --git a/a.ts b/a.ts", "@@ turn 1: added @@", "+one", "+two"],
    ...["@@ turn 2: changed @@", "@@ -1 +1 @@", "--- x", "+y"],
    ...["diff --git a//etc/hosts b//etc/hosts", "@@ turn 1: changed @@", "@@ -1 +1 @@", "-old", "+new"],
  ]);
});

test("what was not written is left out, and an unknown outcome is said", () => {
  const diff = new RecordedDiff(null);
  diff.add(1, edit([{ path: "a", change: "add", diff: "x" }], "declined"));
  expect(diff.text).toBe("");
  diff.add(1, edit([{ path: "b", change: "add", diff: "x", written: false }], "failed"));
  expect(diff.text).toBe("");
  diff.add(2, edit([{ path: "c", change: "add", diff: null }], "failed"));
  expect(diff.text).toContain("@@ turn 2: added (can't tell if it was written) @@");
});

test("a moved file stays one file", () => {
  const diff = new RecordedDiff(null);
  diff.add(1, edit([{ path: "a", change: "move", diff: null, movedTo: "b" }]));
  diff.add(2, edit([{ path: "b", change: "update", diff: "@@ -1 +1 @@\n-1\n+2" }]));
  expect(diff.text.match(/^diff --git .*$/gm)).toEqual(["diff --git a/a b/b"]);
  expect(diff.text).toContain("@@ turn 1: moved to b @@");
});

test("no text of an agent forges a file, and a huge session is cut with a word about it", () => {
  const diff = new RecordedDiff(null);
  diff.add(1, edit([{ path: "a\ndiff --git a/x b/x", change: "update", diff: "diff --git a/y b/y\nplain" }]));
  expect(diff.text.match(/^diff --git /gm)).toHaveLength(1);
  const long = new RecordedDiff(null);
  for (let turn = 1; turn <= 5; turn += 1)
    long.add(turn, edit([{ path: `f${turn}`, change: "add", diff: "x".repeat(1_500_000) }]));
  expect(long.text.length).toBeLessThan(4_000_000);
  expect(long.text).toContain("3 more are not shown");
});
