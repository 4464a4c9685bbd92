import { expect, test } from "vitest";
import { until } from "./poll.ts";

test("gives the first true value", async () => {
  let count = 0;
  expect(await until(() => (++count < 3 ? null : count), { everyMs: 1 })).toBe(3);
});

test("says what it waited for in vain", async () => {
  const waiting = until(() => false, { timeoutMs: 5, everyMs: 1, what: "rain" });
  await expect(waiting).rejects.toThrow("Waited 5 ms in vain for rain.");
});
