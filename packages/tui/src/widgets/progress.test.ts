import { describe, expect, test } from "vitest";
import { widthOf } from "../text/width.ts";
import { progressLine } from "./progress.ts";

describe("progressLine", () => {
  test("shows the share as a bar and in percent", () => {
    expect(progressLine(0, 3, 28)).toBe("Restoring: [——————————] 0%");
    expect(progressLine(1, 3, 28)).toBe("Restoring: [###———————] 33%");
    expect(progressLine(5700, 5700, 28)).toBe("Restoring: [##########] 100%");
  });

  test("is never full before all is told, and nothing to tell is all told", () => {
    expect(progressLine(9999, 10_000, 28)).toBe("Restoring: [#########—] 99%");
    expect(progressLine(0, 0, 28)).toBe("Restoring: [##########] 100%");
    expect(progressLine(9, 3, 28)).toContain("100%");
  });

  test("a bar has at least ten cells and at most forty; without room for it the word goes, then the bar", () => {
    expect(progressLine(1, 2, 200)).toBe(`Restoring: [${"#".repeat(20)}${"—".repeat(20)}] 50%`);
    expect(progressLine(1, 2, 27)).toBe("[##########——————————] 50%");
    expect(progressLine(1, 2, 17)).toBe("[#####—————] 50%");
    expect(progressLine(1, 2, 16)).toBe("50%");
  });

  test("is never wider than the screen", () => {
    for (let columns = 0; columns < 60; columns += 1)
      expect(widthOf(progressLine(100, 100, columns))).toBeLessThanOrEqual(columns);
  });
});
