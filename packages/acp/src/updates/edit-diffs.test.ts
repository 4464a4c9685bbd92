import { expect, test } from "vitest";
import { diffContent, hunksOf } from "./edit-diffs.ts";

test("each hunk has its two sides and its line", () => {
  const diff = [
    ...["--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@ head", " one", "-two", "+2", " three"],
    ...["@@ -10 +10,2 @@", " ten", "+eleven", "\\ No newline at end of file", ""],
  ].join("\n");
  expect(hunksOf(diff)).toEqual([
    { oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n", line: 1 },
    { oldText: "ten\n", newText: "ten\neleven\n", line: 10 },
  ]);
});

test("an empty line of context, and a hunk without numbers", () => {
  expect(hunksOf("@@\n one\n\n+two\n")).toEqual([{ oldText: "one\n\n", newText: "one\n\ntwo\n", line: null }]);
});

test("a move is at its new path; a change that was not recorded is named", () => {
  expect(
    diffContent(
      [
        { path: "a", change: "move", diff: "@@ -1 +1 @@\n-x\n+y\n", movedTo: "b" },
        { path: "c", change: "move", diff: "", movedTo: "d" },
        { path: "e", change: "update", diff: null, movedTo: null },
      ],
      "/w",
    ),
  ).toEqual([
    { type: "diff", path: "/w/b", oldText: "x\n", newText: "y\n" },
    { type: "content", content: { type: "text", text: "move /w/c → /w/d" } },
    { type: "content", content: { type: "text", text: "update /w/e" } },
  ]);
});
