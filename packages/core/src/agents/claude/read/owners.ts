import type { Owner } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { OpenThread } from "../../reading/source.ts";
import { livingRegistrations } from "./process-registry.ts";

/** Threads with a running registered process. Sub-agents run in their parent's. */
export function claudeOwners(home: string, open: Iterable<OpenThread>, host: Host): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const { thread, pid } of livingRegistrations(home, host)) owners.set(thread, host.processes.describe(pid));
  if (owners.size === 0) return owners;
  for (const { thread } of open) {
    const parent = owners.get(thread.split("/", 1)[0] ?? "");
    if (parent && !owners.has(thread)) owners.set(thread, parent);
  }
  return owners;
}
