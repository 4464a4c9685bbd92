import type { Owner, RunState } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";

/** The agent of our run, if it outlived us: it may still write the session. */
export function outlivedAgent(run: RunState | null, { processes }: Host): Owner | null {
  if (!run?.agentProcess || run.status === "running") return null;
  return isSameProcessAlive(run.agentProcess, processes) ? processes.describe(run.agentProcess.pid) : null;
}
