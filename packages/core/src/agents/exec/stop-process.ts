import type { Child } from "../../host/processes/child.ts";
import { processesBelow, signalLiving, type TreeProcess } from "../../host/processes/process-tree.ts";

/** A signal to the whole group, and how long to wait for what comes of it. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** SIGINT first: it is the one after which agents still write down that they were interrupted. */
const usualSteps: readonly StopStep[] = [
  { signal: "SIGINT", waitMs: 5_000 },
  { signal: "SIGTERM", waitMs: 2_000 },
  { signal: "SIGKILL", waitMs: 2_000 },
];
const lookMs = 25;

/**
 * Ends a program, ever more firmly, and the commands it was running: some agents put these into groups of their own and
 * leave them behind. What a finished command left in the background is not below the program any more, and stays.
 * Resolves when all has ended, or after the last step. Never throws.
 */
export async function stopChild(child: Child, steps: readonly StopStep[] = usualSteps): Promise<void> {
  if (await endsWithin(child, 0)) return;
  const below = processesBelow(child.pid);
  for (const { signal, waitMs } of steps) {
    child.kill(signal);
    if (await endsWithin(child, waitMs)) break;
  }
  await endLeft(below, steps.slice(1));
}

async function endLeft(left: readonly TreeProcess[], steps: readonly StopStep[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    let living = signalLiving(left, signal);
    for (let waitedMs = 0; living.length > 0 && waitedMs < waitMs; waitedMs += lookMs) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      living = signalLiving(living, 0);
    }
    if (living.length === 0) return;
  }
}

export async function endsWithin(child: Child, limitMs: number): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, limitMs, false);
  return Promise.race([child.exited.then(() => true), isLate]).finally(() => clearTimeout(timer));
}
