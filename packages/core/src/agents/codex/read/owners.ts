import { basename, join } from "node:path";
import type { Owner } from "@reprise/model";
import type { Host } from "../../../host/host.ts";

const suffix = ".lock";

/**
 * Threads whose writer lock is held. The lock file alone proves nothing: it outlives a killed process.
 * Where the system cannot list locks, nobody is said to hold anything.
 */
export function codexOwners(home: string, host: Host): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  const folder = join(home, "thread-writer-locks");
  const lockFiles = (host.files.list(folder) ?? []).filter(
    ({ name }) => name.endsWith(suffix) && !name.startsWith("."),
  );
  if (lockFiles.length === 0) return owners;
  const holders = host.processes.lockHolders(lockFiles.map(({ name }) => join(folder, name)));
  for (const [path, pid] of holders ?? []) owners.set(basename(path, suffix), host.processes.describe(pid));
  return owners;
}
