import { expect, test } from "vitest";
import { FenwickTree } from "./fenwick-tree.ts";

test("sums are those of adding up, whatever was set and however it grew", () => {
  const sums = new FenwickTree([3, 1, 4]);
  const values = [3, 1, 4];
  let seed = 7;
  for (let step = 0; step < 500; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const index = seed % 90;
    sums.set(index, seed % 13);
    values[index] = seed % 13;
    const upTo = seed % 100;
    let sum = 0;
    for (let at = 0; at < upTo; at += 1) sum += values[at] ?? 0;
    expect(sums.before(upTo)).toBe(sum);
  }
  expect(new FenwickTree().total).toBe(0);
});
