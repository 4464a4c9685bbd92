import type { ThreadId } from "@reprise/model";
import type { AgentDriver } from "../agents/driving/driver.ts";
import type { Host } from "../host/host.ts";
import type { RunningProcess } from "../host/processes/processes.ts";

export type LeftRunning = (thread: ThreadId) => readonly RunningProcess[];

/** Processes an agent started for a thread that are still alive, with their children; empty if unknown. */
export function leftRunning(driver: AgentDriver | null, { processes, pid: own }: Host): LeftRunning {
  const marked = driver?.marks === undefined ? null : processes.marked(driver.marks);
  // If we were started within the session, we are not left over from it.
  return (thread) => (marked?.get(thread) ?? []).filter(({ pid }) => pid !== own);
}
