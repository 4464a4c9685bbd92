/** Running tasks of each kind, by the signal of their screen. */
const underWay = new WeakMap<AbortSignal, Map<string, AbortController>>();

/** Aborts the running task of this kind; the new signal also aborts with the screen. */
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
