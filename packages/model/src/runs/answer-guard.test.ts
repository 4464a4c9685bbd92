import { expect, test } from "vitest";
import { GuardedQuestion, newQuestion, pressedTooEarly, quietMs, waitOver } from "./answer-guard.ts";

test("a question can be answered once its wait is over, and no earlier", () => {
  expect(newQuestion.isReady).toBe(false);
  expect(waitOver(newQuestion, newQuestion.edition).isReady).toBe(true);
});

test("a key that comes too early starts the wait again: the end of the first one means nothing", () => {
  const pressed = pressedTooEarly(newQuestion);
  expect(waitOver(pressed, newQuestion.edition)).toBe(pressed);
  expect(waitOver(pressed, pressed.edition).isReady).toBe(true);
});

test("the same by calls, on any clock", async () => {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const question = new GuardedQuestion((ms) => new Promise((end) => void waits.push({ ms, end })));
  let isReady = false;
  const ready = question.ready().then(() => {
    isReady = true;
  });
  expect(question.accepts()).toBe(false);
  waits[0]?.end();
  await Promise.resolve();
  expect([question.accepts(), isReady, waits.length]).toEqual([false, false, 3]);
  waits[2]?.end();
  await ready;
  expect([question.accepts(), question.isReady]).toEqual([true, true]);
  await question.ready();
  expect(new Set(waits.map(({ ms }) => ms))).toEqual(new Set([quietMs]));
});
