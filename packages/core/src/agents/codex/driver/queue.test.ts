import { expect, test } from "vitest";
import { Queue } from "./queue.ts";

test("gives all values in order, whether they were there before the taker or come after", async () => {
  const queue = new Queue<number>();
  const taken: number[] = [];
  queue.put([1, 2]);
  const taking = (async () => {
    for await (const value of queue) taken.push(value);
  })();
  queue.put([3]);
  await new Promise((resolve) => setImmediate(resolve));
  queue.put([4, 5]);
  queue.put([6]);
  queue.end();
  queue.put([7]);
  await taking;
  expect(taken).toEqual([1, 2, 3, 4, 5, 6]);
});
