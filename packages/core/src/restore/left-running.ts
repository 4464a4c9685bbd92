import type { ThreadId } from "@reprise/model";
import type { AgentDriver } from "../agents/driving/driver.ts";
import type { Host } from "../host/host.ts";
import type { RunningProcess } from "../host/processes/processes.ts";

export type LeftRunning = (thread: ThreadId) => readonly RunningProcess[];

/** What an agent started for a thread and what lives on, with whatever that has started; none where it cannot be told. */
export function leftRunning(driver: AgentDriver | null, { processes, pid: own }: Host): LeftRunning {
  const marked = driver?.marks === undefined ? null : processes.marked(driver.marks);
  // Started within the session, we are no remains of it.
  return (thread) => (marked?.get(thread) ?? []).filter(({ pid }) => pid !== own);
}
