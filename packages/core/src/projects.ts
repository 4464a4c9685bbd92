/**
 * Wires Projects, goals worked on in rounds; no logic. CodexPotter's projects are read and continued in its own format.
 *
 * - what every call does: projects/file-projects.ts; which project a path means: projects/find/find-project.ts
 * - what the log may hold, and what counts as damage: projects/log/index-log.ts, then docs/formats/project.md
 * - how it is read and written: projects/log/read-log.ts, projects/log/open-log-writer.ts
 * - what the progress file says: projects/progress-file/read-progress.ts; how its flag is reset: projects/progress-file/reset-flag.ts
 * - the rounds as one session: projects/playback/read-playback.ts
 * - what the rounds may do, and which thread is theirs: projects/run/plan-rounds.ts, projects/run/round-settings.ts
 * - one round after another: projects/run/project-work.ts; one of them: projects/run/carry-out-round.ts
 * - the instructions of a round: projects/run/instructions.ts; what follows a failed turn: projects/run/next-attempt.ts
 */

import { randomUUID } from "node:crypto";
import type { Agent, Library, Projects, Runner } from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import { builtInAgents } from "./agents/registry.ts";
import type { Host } from "./host/host.ts";
import { FileProjects } from "./projects/file-projects.ts";

export { withPlaybacks } from "./projects/playback/with-playbacks.ts";

export interface ProjectsOptions {
  readonly library: Library;
  readonly runner: Runner;
  /** Instead of the built-in ones. */
  readonly agents?: readonly AgentDefinition[] | undefined;
}

/** Projects on this machine. Closes neither the library nor the runner. */
export function openProjects(host: Host, { library, runner, agents = builtInAgents }: ProjectsOptions): Projects {
  const asks = (agent: Agent) => agents.find((one) => one.agent === agent)?.can.asks ?? false;
  return new FileProjects({
    host,
    library,
    runner,
    asks,
    rulesOf: async (agent) => (await agents.find((one) => one.agent === agent)?.acting())?.driver.permissions ?? null,
    newId: randomUUID,
  });
}
