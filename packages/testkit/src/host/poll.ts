import { setTimeout as sleep } from "node:timers/promises";

/** A limit against hanging: nothing is this slow, also on a machine that has much else to do. */
export const patienceMs = 60_000;

/** Waits until the condition gives something true, and returns that; asks at once, then every `everyMs`. */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  {
    timeoutMs = patienceMs,
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
