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
