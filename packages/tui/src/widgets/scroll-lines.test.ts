import { describe, expect, it } from "vitest";
import { keepInView } from "./scroll.ts";
import { keepLinesInView, rowsInView } from "./scroll-lines.ts";

const uneven = (row: number) => 1 + (row % 3);

describe("rows of more than one line", () => {
  it("are scrolled as any others where each is one line", () => {
    for (const count of [0, 1, 5, 30])
      for (const top of [0, 3, 28, 99])
        for (const chosen of [-4, 0, 4, 29, 50])
          for (const height of [1, 7, 40]) {
            const even = keepLinesInView({ top, chosen }, count, height, () => 1);
            expect(even).toEqual(keepInView({ top, chosen }, count, height));
          }
  });

  it("have the chosen one whole in view, and no more room below the last than a row takes", () => {
    for (let top = 0; top < 40; top += 1)
      for (let chosen = 0; chosen < 40; chosen += 1) {
        const scroll = keepLinesInView({ top, chosen }, 40, 9, uneven);
        let used = 0;
        for (let row = scroll.top; row <= scroll.chosen; row += 1) used += uneven(row);
        expect(scroll.chosen).toBe(chosen);
        expect(used).toBeGreaterThan(0);
        expect(used).toBeLessThanOrEqual(9);
        let rest = 0;
        for (let row = scroll.top; row < 40; row += 1) rest += uneven(row);
        expect(rest).toBeGreaterThan(9 - 3);
      }
  });

  it("are counted while any line of them is seen", () => {
    expect(rowsInView(0, 40, 6, uneven)).toBe(3);
    expect(rowsInView(0, 40, 7, uneven)).toBe(4);
    expect(rowsInView(38, 40, 20, uneven)).toBe(2);
    expect(rowsInView(0, 0, 20, uneven)).toBe(0);
  });
});
