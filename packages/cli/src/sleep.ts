import { setImmediate as inputRead, setTimeout as passed } from "node:timers/promises";

/** Resolves after `ms` or when the signal aborts. Input that arrived meanwhile is read first, however busy the process was. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await passed(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
  await inputRead();
}
