/** Injected, so that tests need not wait. */
export interface Timers {
  /** Returns a function that cancels it. `isIdle`: it does not keep the process running. */
  after(ms: number, act: () => void, how?: { readonly isIdle: boolean }): () => void;
}

export const systemTimers: Timers = {
  after(ms, act, how) {
    const timer = setTimeout(act, ms);
    if (how?.isIdle) timer.unref();
    return () => clearTimeout(timer);
  },
};
