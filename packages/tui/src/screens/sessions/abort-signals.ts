/** Resolves after the time, or as soon as it is no longer wanted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

/** What a screen has under way of each kind, by the signal that ends with the screen. */
const underWay = new WeakMap<AbortSignal, Map<string, AbortController>>();

/** Ends what is under way of this kind, and with the screen. */
export function freshSignal(kind: string, screen: AbortSignal): AbortSignal {
  stopOthers(kind, screen);
  const own = new AbortController();
  const kinds = underWay.get(screen) ?? new Map<string, AbortController>();
  underWay.set(screen, kinds.set(kind, own));
  return AbortSignal.any([screen, own.signal]);
}

export function stopOthers(kind: string, screen: AbortSignal): void {
  underWay.get(screen)?.get(kind)?.abort();
}
