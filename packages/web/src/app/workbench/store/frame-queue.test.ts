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

test("values that are slow to draw wait for more, so that most frames are free; quick ones do not", () => {
  const frames: (() => void)[] = [];
  const drawn: number[] = [];
  let [now, drawMs] = [0, 40];
  const queue = new FrameQueue<number>(
    () => {
      drawn.push(now);
      now += drawMs;
    },
    (run) => frames.push(run),
    () => now,
  );
  const frame = () => {
    now = (Math.floor(now / (1000 / 60)) + 1) * (1000 / 60);
    queue.add(0);
    frames.shift()?.();
  };
  queue.add(0);
  for (let count = 0; count < 60; count += 1) frame();
  const busyMs = drawn.length * drawMs;
  expect(busyMs / now).toBeLessThan(0.4);
  drawMs = 1;
  for (let count = 0; count < 10; count += 1) frame();
  const before = drawn.length;
  for (let count = 0; count < 10; count += 1) frame();
  expect(drawn.length - before).toBe(10);
});

test("a burst is spread over frames, and none of it is lost", () => {
  const frames: (() => void)[] = [];
  const taken: (readonly number[])[] = [];
  const queue = new FrameQueue<number>(
    (values) => taken.push(values),
    (run) => frames.push(run),
  );
  for (let number = 0; number < 2000; number += 1) queue.add(number);
  while (frames.length > 0) frames.shift()?.();
  expect(taken.flat()).toEqual(Array.from({ length: 2000 }, (_, index) => index));
  expect(taken.length).toBeGreaterThan(10);
  expect(Math.max(...taken.map((values) => values.length))).toBe(200);
});
