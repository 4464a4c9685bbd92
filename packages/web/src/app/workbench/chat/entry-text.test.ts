import { expect, test } from "vitest";
import { sampleEntry } from "../test/sample-view.ts";
import { entryText, estimatedHeight, reasoningTitle } from "./entry-text.ts";

test("copied text has no escape sequences", () => {
  expect(entryText(sampleEntry("a", "\x1b[31mred\x1b[0m\n"))).toBe("red");
});

test("reasoning is named by its first line", () => {
  expect(reasoningTitle("\n**Reading the `tests`**\n\nFirst…")).toBe("Reading the tests");
  expect(reasoningTitle("x".repeat(200))).toHaveLength(100);
});

test("longer text is expected to be higher", () => {
  const [short, long] = [sampleEntry("a", "Yes."), sampleEntry("b", "line\n".repeat(400))];
  expect(estimatedHeight(long)).toBeGreaterThan(10 * estimatedHeight(short));
});
