import { join } from "node:path";
import { nodeHost, openLibrary } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { openWorkbenches } from "@reprise/core/workbench";
import type { Runner } from "@reprise/model";
import { programEnv } from "../agents/environment.ts";
import type { WorkbenchStage } from "../conformance/workbench-stage.ts";
import { makeScratch } from "../host/scratch.ts";
import { definitionOf, loggedAgent } from "../scripted-agent/definition.ts";

interface StageOptions {
  /** What the workbenches are given instead of the runner. */
  readonly around?: (runner: Runner) => Runner;
}

export interface FileWorkbenchStage extends WorkbenchStage {
  readonly runner: Runner;
  readonly stateFolder: string;
  /** Ends the program in good order. */
  end(): Promise<void>;
  begin(): Promise<void>;
}

/** Workbenches over files, with a scripted agent in a home of its own. */
export async function openWorkbenchStage({
  around = (runner) => runner,
}: StageOptions = {}): Promise<FileWorkbenchStage> {
  const { root, home, workspace, remove } = await makeScratch("workbench");
  const agent = loggedAgent(home);
  const agents = [definitionOf(agent)];
  const env = { HOME: home, ...programEnv, REPRISE_STATE: join(root, "state") };
  const host = nodeHost(env);
  const begin = async () => {
    const runner = await openRunner(host, { agents });
    const library = openLibrary(host, { sources: agents.map(({ source }) => source) });
    const workbenches = openWorkbenches(host, { runner: around(runner), library, agents, version: "0.0.0" });
    const end = async () => {
      await workbenches.close();
      runner.close();
      library.close();
    };
    return { workbenches, runner, end };
  };
  let program = await begin();
  return {
    get workbenches() {
      return program.workbenches;
    },
    get runner() {
      return program.runner;
    },
    agent,
    cwd: workspace,
    stateFolder: join(root, "state"),
    end: () => program.end(),
    async begin() {
      program = await begin();
    },
    async restart() {
      await program.end();
      program = await begin();
    },
    async close() {
      await program.end();
      await remove();
    },
  };
}
