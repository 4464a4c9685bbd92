import type { OnInterrupt } from "./machine.ts";

export interface Interruption {
  /** Aborts at the first of the signals. Until this is called, they end the program at once. */
  signal(): AbortSignal;
  /** Reports each signal, until stopped or until one ends the work. */
  listen(listener: OnInterrupt): () => void;
  /** The signal that ended the work; null before. */
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
        const happened = () => {
          cause = signal;
          controller?.abort();
        };
        // A second press ends the program the default way; a terminal that is closed may send its signal twice.
        if (signal === "SIGHUP") process.on(signal, happened);
        else process.once(signal, happened);
      }
      return controller.signal;
    },
    listen(listener) {
      const happened = (signal: NodeJS.Signals) => {
        if (listener(signal) === "goes-on") return;
        cause = signal;
        stop();
      };
      const stop = () => {
        for (const signal of signals) process.off(signal, happened);
      };
      for (const signal of signals) process.on(signal, happened);
      return stop;
    },
  };
}
