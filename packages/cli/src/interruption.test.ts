import { expect, test } from "vitest";
import { interruptionBy } from "./interruption.ts";

const press = () => process.emit("SIGUSR2", "SIGUSR2");

test("each press is told until one ends the work; then the next one is the system's", () => {
  const interruption = interruptionBy(["SIGUSR2"]);
  const answers = ["goes-on", "ends"] as const;
  let pressCount = 0;
  interruption.listen(() => answers[pressCount++] ?? "ends");
  expect([press(), interruption.cause()]).toEqual([true, null]);
  expect([press(), interruption.cause()]).toEqual([true, "SIGUSR2"]);
  expect([press(), pressCount]).toEqual([false, 2]);
});

test("who has stopped listening is told nothing", () => {
  const interruption = interruptionBy(["SIGUSR2"]);
  interruption.listen(() => "ends")();
  expect([press(), interruption.cause()]).toEqual([false, null]);
});

test("a terminal that closes may say so twice: only a second press of a key is the system's", () => {
  const interruption = interruptionBy(["SIGHUP", "SIGUSR2"]);
  const signal = interruption.signal();
  const hangUp = () => process.emit("SIGHUP", "SIGHUP");
  expect([hangUp(), signal.aborted, interruption.cause()]).toEqual([true, true, "SIGHUP"]);
  expect([hangUp(), interruption.cause()]).toEqual([true, "SIGHUP"]);
  expect([press(), press()]).toEqual([true, false]);
  process.removeAllListeners("SIGHUP");
});
