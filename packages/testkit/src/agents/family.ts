import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/**
 * A tool's command may leave its agent's process group and outlive the agent, so neither group nor parent identifies it.
 * Every process we start inherits this mark in its environment.
 */
export const familyMark = { REPRISE_TESTKIT_FAMILY: randomUUID() };

/** Live descendants of our processes, however detached. Empty without /proc. */
export function familyMembers(): number[] {
  const needle = `REPRISE_TESTKIT_FAMILY=${familyMark.REPRISE_TESTKIT_FAMILY}`;
  return processIds().filter((pid) => environmentOf(pid).includes(needle));
}

function processIds(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** Empty if the process has ended or is not ours. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** None sees another die; those that have just ended are left. */
export function killTogether(pids: readonly number[]): void {
  for (const name of ["SIGSTOP", "SIGKILL"] as const) for (const pid of pids) signal(pid, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
