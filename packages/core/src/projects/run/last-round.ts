import type { Agent, Permissions, RunState, Settings } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { PermittedSoFar } from "../../runs/permitted-so-far.ts";
import { recordsOf } from "../../runs/thread-history.ts";

/** The last round of a project in which Reprise sent something. */
export interface LastRound {
  readonly agent: Agent;
  /** What was asked for; null was left to the agent. */
  readonly settings: Settings;
  readonly permitted: Permissions;
  readonly provider: string | null;
}

/**
 * From our journals, which are outside of every workspace: the agent of a round can write the project's log. `runs`: those of
 * the project, newest first. Null if none sent anything.
 */
export async function lastRound(runs: readonly RunState[], host: Host): Promise<LastRound | null> {
  for (const { agent, journal } of runs) {
    const soFar = new PermittedSoFar();
    let opened: Settings | null = null;
    let settings: Settings | null = null;
    for await (const record of recordsOf(journal, host, () => undefined)) {
      soFar.take(record);
      if (record.type === "run-started" || record.type === "run-resumed") opened = record.settings;
      if (record.type === "prompt-sending") settings = opened;
    }
    const { permissions: permitted, place } = soFar;
    if (permitted !== null && settings !== null)
      return { agent, settings, permitted, provider: place?.provider ?? null };
  }
  return null;
}
