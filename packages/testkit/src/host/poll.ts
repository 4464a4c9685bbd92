import { setTimeout as sleep } from "node:timers/promises";

/** A limit against hanging: nothing is this slow, even on a busy machine. */
export const patienceMs = 60_000;

/**
 * Waits until the condition is truthy, and returns its value. Checks at once, then every `everyMs`; without it more and more
 * rarely, since looking takes the processor from what is waited for: a tenth of the wait later at most.
 */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  {
    timeoutMs = patienceMs,
    everyMs,
    what = "the condition",
  }: { timeoutMs?: number; everyMs?: number; what?: string } = {},
): Promise<NonNullable<Value>> {
  const startedAt = performance.now();
  for (;;) {
    const value = await condition();
    if (value) return value;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`);
    await sleep(everyMs ?? Math.min(Math.max(waitedMs / 10, 20), 100));
  }
}
