export interface Interruption {
  /** Aborts at the first of the signals. Until this is called, they end the program at once. */
  signal(): AbortSignal;
  /** The signal that interrupted the work, once one has. */
  cause(): NodeJS.Signals | null;
}

export function interruptionBy(signals: readonly NodeJS.Signals[]): Interruption {
  let cause: NodeJS.Signals | null = null;
  let controller: AbortController | null = null;
  return {
    cause: () => cause,
    signal() {
      if (controller !== null) return controller.signal;
      controller = new AbortController();
      for (const signal of signals) {
        // Once: a second press ends the program the ordinary way.
        process.once(signal, () => {
          cause = signal;
          controller?.abort();
        });
      }
      return controller.signal;
    },
  };
}
