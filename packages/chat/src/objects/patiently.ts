import { setTimeout as passed } from "node:timers/promises";
import { ObjectError, type ObjectStore } from "./object-store.ts";

/** How long a place may be away before a turn ends with that. */
const patienceMs = 60_000;

/** Tries again what may succeed later. `check` throws when it is no longer wanted. */
export async function patiently<Value>(work: () => Promise<Value>, check = () => {}): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2000)) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof ObjectError && error.isPassing;
      if (!isPassing || performance.now() + waitMs > deadline) throw error;
    }
    await passed(waitMs);
    check();
  }
}

/** An object from its start to its end; what breaks off is continued where it was. */
export async function* readPatiently(
  objects: ObjectStore,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  let pieces = objects.get(key)[Symbol.asyncIterator]();
  for (;;) {
    let isBroken = false;
    const next = await patiently(() => {
      if (isBroken)
        pieces = objects.get(key, { start: at, length: Math.max(0, sizeBytes - at) })[Symbol.asyncIterator]();
      isBroken = true;
      return pieces.next();
    });
    if (next.done) return;
    at += next.value.length;
    yield next.value;
  }
}
