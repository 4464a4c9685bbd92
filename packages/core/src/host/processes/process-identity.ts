import type { ProcessIdentity } from "@reprise/model";
import type { Processes } from "./processes.ts";

/** Unique across reused pids and reboots. */
export function processIdentity(pid: number, processes: Processes): ProcessIdentity {
  return { pid, startTicks: processes.startOf(pid), boot: processes.bootId() };
}

export function isSameProcessAlive(identity: ProcessIdentity | null, processes: Processes): boolean {
  if (!identity) return false;
  const boot = processes.bootId();
  if (identity.boot !== null && boot !== null && identity.boot !== boot) return false;
  return processes.isAlive(identity.pid, identity.startTicks);
}
