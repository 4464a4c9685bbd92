import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the condition gives something true, and returns that; asks at once, then every `everyMs`. */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  {
    timeoutMs = 10_000,
    everyMs = 20,
    what = "the condition",
  }: { timeoutMs?: number; everyMs?: number; what?: string } = {},
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`);
    await sleep(everyMs);
  }
}
