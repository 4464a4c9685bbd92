import { join } from "node:path";
import { nodeHost, openLibrary } from "@reprise/core";
import { openProjects } from "@reprise/core/projects";
import { openRunner } from "@reprise/core/runner";
import type { Projects } from "@reprise/model";
import { programEnv } from "../agents/environment.ts";
import type { ProjectsStage } from "../conformance/projects-stage.ts";
import { makeScratch } from "../host/scratch.ts";
import { definitionOf, loggedAgent } from "../scripted-agent/definition.ts";

export interface FileProjectsStage extends ProjectsStage {
  readonly projects: Projects;
  second(): Promise<Projects>;
}

/** Projects over files, with a scripted agent in a home of its own. */
export async function openProjectsStage(): Promise<FileProjectsStage> {
  const { root, home, workspace, remove } = await makeScratch("projects");
  const agent = loggedAgent(home);
  const agents = [definitionOf(agent)];
  const env = { HOME: home, ...programEnv, REPRISE_STATE: join(root, "state") };
  const host = nodeHost(env);
  const ends: (() => Promise<void>)[] = [];
  const second = async () => {
    const runner = await openRunner(host, { agents });
    const library = openLibrary(host, { sources: agents.map(({ source }) => source) });
    const projects = openProjects(host, { library, runner, agents });
    ends.push(async () => {
      await projects.close();
      runner.close();
      library.close();
    });
    return projects;
  };
  return {
    projects: await second(),
    agent,
    cwd: workspace,
    second,
    async close() {
      for (const end of ends) await end();
      await remove();
    },
  };
}
