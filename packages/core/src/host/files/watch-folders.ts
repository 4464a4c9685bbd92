import { setTimeout as sleep } from "node:timers/promises";
import { FolderTree } from "./folder-tree.ts";

/** Events come in bursts; report each burst once. */
const quietMs = 150;
const pollMs = 3000;
/** Polling interval for changes without folder events. */
const lookMs = 2000;

/**
 * Tells once when it has begun to look, and each time that something below the folders may have changed, or `isOtherwise`
 * says so, until the signal says stop. `foldersNow` is asked again and again: one that comes later is told of, and watched from then on. Where folders cannot be
 * watched (too many, a network drive, a system without the means), it tells every few seconds instead.
 */
export async function* watchFolders(
  foldersNow: () => readonly string[],
  signal: AbortSignal,
  isOtherwise: () => boolean = () => false,
): AsyncGenerator<void> {
  // Something may have changed before watching started.
  let isChanged = true;
  let wake = () => {};
  const onChange = () => {
    isChanged = true;
    wake();
  };
  const tree = new FolderTree(onChange);
  for (const folder of foldersNow()) await tree.add(folder);
  const looking = setInterval(() => {
    for (const folder of foldersNow()) void tree.add(folder).then((isNew) => isNew && onChange());
    if (isOtherwise()) onChange();
  }, lookMs);
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      if (!isChanged && tree.hasFailed) await sleep(pollMs, undefined, { signal }).catch(() => undefined);
      else if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await sleep(quietMs, undefined, { signal }).catch(() => undefined);
      isChanged = false;
      if (!signal.aborted) yield;
    }
  } finally {
    clearInterval(looking);
    tree.close();
  }
}
