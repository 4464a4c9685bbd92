import type { Owner } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { RunningProcess } from "../../host/processes/processes.ts";
import type { OpenThread } from "./source.ts";

interface Holding {
  isAgent(process: RunningProcess): boolean;
  mayHold(process: RunningProcess, thread: OpenThread): boolean;
}

/** For agents without a lock or registry. Some restart themselves as a child: the latest process is the active one. */
export function runningOwners(
  threads: Iterable<OpenThread>,
  host: Host,
  { isAgent, mayHold }: Holding,
): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  const open = [...threads];
  if (open.length === 0) return owners;
  const running = (host.processes.running() ?? []).filter(isAgent).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
  for (const thread of open) {
    const holder = running.find((process) => mayHold(process, thread));
    if (holder) owners.set(thread.thread, host.processes.describe(holder.pid));
  }
  return owners;
}
