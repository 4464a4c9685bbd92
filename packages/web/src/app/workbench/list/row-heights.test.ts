import { expect, test } from "vitest";
import { RowHeights } from "./row-heights.ts";

const rows = ["a", "b", "c"];

test("estimates count until a row is measured", () => {
  const heights = new RowHeights<string>(String, () => 10);
  expect([...heights.tops(rows)]).toEqual([0, 10, 20, 30]);
  expect(heights.measured("a", 25)).toBe(true);
  expect(heights.measured("a", 25)).toBe(false);
  expect([...heights.tops(rows)]).toEqual([0, 25, 35, 45]);
});

test("an anchor stays at its row while others grow or come before it", () => {
  const heights = new RowHeights<string>(String, () => 10);
  const anchor = heights.anchorAt(rows, heights.tops(rows), 14);
  expect(anchor).toEqual({ key: "b", offset: 4 });
  heights.measured("a", 100);
  const more = ["x", ...rows];
  expect(heights.topOf(more, heights.tops(more), anchor ?? { key: "", offset: 0 })).toBe(114);
  expect(heights.topOf(["a"], heights.tops(["a"]), { key: "b", offset: 0 })).toBeNull();
});
