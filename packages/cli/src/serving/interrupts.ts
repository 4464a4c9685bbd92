import type { Machine } from "../machine.ts";

export interface Interrupts {
  /** Ctrl-C, SIGTERM and the like. */
  readonly first: Promise<void>;
  readonly second: Promise<void>;
  release(): void;
}

/** The first one asks a server to stop, the second one ends it at once. */
export function interruptsOf(machine: Pick<Machine, "onInterrupt">): Interrupts {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const release = machine.onInterrupt(() => {
    count += 1;
    (count === 1 ? first : second).resolve();
    return count === 1 ? "goes-on" : "ends";
  });
  return { first: first.promise, second: second.promise, release };
}
