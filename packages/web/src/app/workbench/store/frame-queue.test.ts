import { expect, test } from "vitest";
import { FrameQueue } from "./frame-queue.ts";

test("values of one frame are handed over together, in order", () => {
  const frames: (() => void)[] = [];
  const taken: (readonly number[])[] = [];
  const queue = new FrameQueue<number>(
    (values) => taken.push(values),
    (run) => frames.push(run),
  );
  queue.add(1);
  queue.add(2);
  expect([taken.length, frames.length]).toEqual([0, 1]);
  frames[0]?.();
  queue.add(3);
  queue.flush();
  frames[1]?.();
  expect(taken).toEqual([[1, 2], [3]]);
});
