import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "./draft-keeper.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keeping(failures = 0) {
  const saved: string[] = [];
  let left = failures;
  const keeper = new DraftKeeper(
    async ({ text }) => {
      if (left-- > 0) throw new Error("offline");
      saved.push(text);
    },
    () => {},
  );
  return { keeper, saved };
}

test("the draft is saved within a second of the last key, and not with every key", async () => {
  const { keeper, saved } = keeping();
  for (const text of ["h", "he", "hey"]) keeper.edit(text, text.length);
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(["hey"]);
});

test("it is saved now and then while someone types without a pause", async () => {
  const { keeper, saved } = keeping();
  for (let length = 1; length <= 30; length += 1) {
    keeper.edit("x".repeat(length), length);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saved.length).toBeGreaterThanOrEqual(2);
  expect(saved.length).toBeLessThanOrEqual(4);
});

test("a failure is tried again", async () => {
  const { keeper, saved } = keeping(2);
  keeper.edit("a", 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual(["a"]);
});

test("what was sent is not saved again as a draft", async () => {
  const { keeper, saved } = keeping();
  keeper.edit("go", 2);
  keeper.clear();
  keeper.receive(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect([saved, keeper.draft.text]).toEqual([[], ""]);
});
