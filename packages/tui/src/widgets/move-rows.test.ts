import { expect, test } from "vitest";
import { type Blocks, moveRows } from "./move-rows.ts";

test("walks row by row through blocks of any height, and stops at both ends", () => {
  for (const heights of [[1], [3, 1, 4, 1, 5], [2, 0, 3, 0], [1, 1, 1, 1]]) {
    const blocks: Blocks<number> = {
      height: (block) => heights[block] ?? 0,
      before: (block) => (block > 0 ? block - 1 : null),
      after: (block) => (block < heights.length - 1 ? block + 1 : null),
    };
    const all = heights.flatMap((height, block) => Array.from({ length: height }, (_, row) => ({ block, row })));
    for (const [index, from] of all.entries())
      for (let rows = -20; rows <= 20; rows += 1) {
        const to = Math.max(0, Math.min(all.length - 1, index + rows));
        // A block without rows may follow the last row.
        if (index + rows <= all.length - 1 || heights.at(-1) !== 0)
          expect(moveRows(from, rows, blocks)).toEqual(all[to]);
      }
  }
});
