import { setTimeout as wait } from "node:timers/promises";

/** Resolves when the time is over or the signal says stop: which of them, the signal tells. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
