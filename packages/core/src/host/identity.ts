import { readFileSync } from "node:fs";
import type { ProcessIdentity } from "@reprise/model";
import type { Processes } from "./processes.ts";

/** What tells a process from any other one, also from one of an earlier start of the machine. */
export function identityOf(pid: number, processes: Processes): ProcessIdentity {
  return { pid, startTicks: processes.startOf(pid), boot: bootId() };
}

export function isSameProcessAlive(identity: ProcessIdentity | null, processes: Processes): boolean {
  if (!identity) return false;
  const boot = bootId();
  if (identity.boot !== null && boot !== null && identity.boot !== boot) return false;
  return processes.isAlive(identity.pid, identity.startTicks);
}

/** Null where the system does not name its starts. */
function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
