import { expect, it } from "vitest";
import { firstChangedLine } from "./first-changed-line.ts";

it("the first changed line of a diff is after the lines around it", () => {
  expect(firstChangedLine("--- a\n+++ b\n@@ -4,3 +6,4 @@ function a() {\n one\n two\n+three\n four")).toBe(8);
  expect(firstChangedLine("@@ -1,2 +1 @@\n-one\n two")).toBe(1);
  expect(firstChangedLine("@@ -1 +0,0 @@\n-one")).toBe(1);
});

it("a diff without lines has no first one", () => {
  for (const diff of [null, "", "+one\n+two", "Binary files differ"]) expect(firstChangedLine(diff)).toBeNull();
});
