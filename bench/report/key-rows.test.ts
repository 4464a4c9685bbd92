import { expect, test } from "vitest";
import type { Pressed } from "../measure/press.ts";
import { keyRows } from "./key-rows.ts";

const times = (ms: number) => Array.from({ length: 100 }, () => ms);
const pressed = (name: string, ms: number, more: Partial<Pressed> = {}): Pressed => ({
  name,
  times: times(ms),
  unanswered: 0,
  settledBytes: 100e6,
  peakBytes: 110e6,
  endBytes: 104e6,
  ...more,
});

test("keys and memory are held against their bars, and put beside each peer", () => {
  const peers = [pressed("by hand", 0.5, { peakBytes: 55e6 }), pressed("less", 4, { peakBytes: 5e6 })];
  const [byHand, less, memory, lessMemory, growth] = keyRows("it", pressed("ours", 2), peers);
  expect(byHand).toMatchObject({ ratio: "p50 4.0 ×, p99 4.0 ×", isReached: true });
  expect(less).toMatchObject({ ratio: "p50 0.5 ×, p99 0.5 ×", isReached: null });
  expect(memory).toMatchObject({ ours: "110 MB", ratio: "2.00 ×", peer: "by hand: 55 MB", isReached: true });
  expect(lessMemory).toMatchObject({ ratio: "22.00 ×", isReached: null });
  expect(growth).toMatchObject({ ratio: "1.04 ×", isReached: true });
});

test("slow keys are too many where they are more than one in a hundred, and so is growth", () => {
  const slow = pressed("ours", 1, { times: [...times(1), 17, 17, 17], peakBytes: 121e6, endBytes: 106e6 });
  expect(keyRows("it", slow, [pressed("by hand", 1)]).map(({ isReached }) => isReached)).toEqual([false, false, false]);
});
