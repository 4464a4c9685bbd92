import { availableParallelism } from "node:os";
import { startThread, type Thread } from "@reprise/core";

/** No command: what a thread of this program does. */
export const readingJob = "__read";

/** More gain little: one thread writes what all have read. */
const mostThreads = 4;

/** One less than there are cores, since this thread reads too; none if the system refuses. */
export function startReadingThreads(): readonly Thread[] {
  const [, script] = process.argv;
  const count = Math.min(availableParallelism() - 1, mostThreads);
  try {
    return script === undefined ? [] : Array.from({ length: count }, () => startThread(script, [readingJob]));
  } catch {
    return [];
  }
}
