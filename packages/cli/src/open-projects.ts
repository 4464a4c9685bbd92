import { nodeHost } from "@reprise/core";
import { openProjects } from "@reprise/core/projects";
import type { Projects } from "@reprise/model";
import type { Machine, ProjectsOptions } from "./machine.ts";
import { withHomes } from "./open-runner.ts";

export async function openProjectsOn(
  env: Machine["env"],
  { library, runner, agents, homes = {} }: ProjectsOptions & Pick<Machine, "agents">,
): Promise<Projects> {
  return openProjects(nodeHost(await withHomes(env, homes, agents)), { library, runner, agents });
}
