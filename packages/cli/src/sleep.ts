import { setImmediate as inputRead, setTimeout as passed } from "node:timers/promises";

/**
 * Resolves when the time is over or the signal says stop: which of them, the signal tells. Input that has arrived in that
 * time is read before, however busy the process was.
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await passed(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
  await inputRead();
}
