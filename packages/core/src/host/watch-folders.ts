import { setTimeout as sleep } from "node:timers/promises";

/** Events come in crowds; one telling is enough for each. */
const quietMs = 150;
const pollMs = 3000;

/**
 * Tells each time that something below the folders may have changed, until the signal says stop. Where folders cannot be
 * watched (too many, a network drive, a system without the means), it tells every few seconds instead.
 */
export async function* watchFolders(folders: readonly string[], signal: AbortSignal): AsyncGenerator<void> {
  let isChanged = false;
  let wake = () => {};
  const onChange = () => {
    isChanged = true;
    wake();
  };
  const stops = await subscribed(folders, onChange);
  const isPolling = stops === null;
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (isPolling) await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      else if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (!isPolling) await sleep(quietMs, undefined, { signal }).catch(() => undefined);
      isChanged = false;
      if (!signal.aborted) yield;
    }
  } finally {
    for (const stop of stops ?? []) await stop();
  }
}

/** Null when one of them cannot be watched. */
async function subscribed(
  folders: readonly string[],
  onChange: () => void,
): Promise<(() => Promise<void>)[] | null> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const { subscribe } = await import("@parcel/watcher");
    for (const folder of folders) {
      const subscription = await subscribe(folder, onChange);
      stops.push(() => subscription.unsubscribe());
    }
    return stops;
  } catch {
    for (const stop of stops) await stop().catch(() => undefined);
    return null;
  }
}
