import { setTimeout as sleep } from "node:timers/promises";

/** A limit against hanging: nothing is this slow, even on a busy machine. */
export const patienceMs = 60_000;

/** Waits until the condition is truthy, and returns its value; checks at once, then every `everyMs`. */
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
