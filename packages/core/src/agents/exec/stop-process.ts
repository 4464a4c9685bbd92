import type { Child } from "../../host/processes/child.ts";
import { processesBelow, signalLiving, type TreeProcess } from "../../host/processes/process-tree.ts";

/** A signal to the whole process group, and how long to wait for its effect. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** SIGINT first: after it agents still record the interruption. */
const usualSteps: readonly StopStep[] = [
  { signal: "SIGINT", waitMs: 5_000 },
  { signal: "SIGTERM", waitMs: 2_000 },
  { signal: "SIGKILL", waitMs: 2_000 },
];
const lookMs = 25;

type StoppedChild = Pick<Child, "pid" | "exited" | "kill">;

/**
 * Stops a program in increasingly forceful steps, and the commands it was running: some agents put them in groups of their own and leave them behind.
 * Background processes left by a finished command are no longer its descendants, and stay.
 * Resolves when all have ended, or after the last step. Never throws.
 */
export async function stopChild(child: StoppedChild, steps: readonly StopStep[] = usualSteps): Promise<void> {
  if (await endsWithin(child, 0)) return;
  const below = processesBelow(child.pid);
  for (const { signal, waitMs } of steps) {
    child.kill(signal);
    if (await endsWithin(child, waitMs)) break;
  }
  await endProcesses(below, steps.slice(1));
}

/** Resolves when all have ended, or after the last step. Never throws. */
export async function endProcesses(
  left: readonly TreeProcess[],
  steps: readonly StopStep[] = usualSteps.slice(1),
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    let living = signalLiving(left, signal);
    for (let waitedMs = 0; living.length > 0 && waitedMs < waitMs; waitedMs += lookMs) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      living = signalLiving(living, 0);
    }
    if (living.length === 0) return;
  }
}

export async function endsWithin(child: Pick<Child, "exited">, limitMs: number): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, limitMs, false);
  return Promise.race([child.exited.then(() => true), isLate]).finally(() => clearTimeout(timer));
}
