import type { ProcessIdentity } from "@reprise/model";
import type { Processes } from "./processes.ts";

/** What tells a process from any other one, also from one of an earlier start of the machine. */
export function processIdentity(pid: number, processes: Processes): ProcessIdentity {
  return { pid, startTicks: processes.startOf(pid), boot: processes.bootId() };
}

export function isSameProcessAlive(identity: ProcessIdentity | null, processes: Processes): boolean {
  if (!identity) return false;
  const boot = processes.bootId();
  if (identity.boot !== null && boot !== null && identity.boot !== boot) return false;
  return processes.isAlive(identity.pid, identity.startTicks);
}
