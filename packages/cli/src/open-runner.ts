import { type AgentDefinition, builtInAgents, nodeHost } from "@reprise/core";
import { promptsOn } from "@reprise/core/app";
import { openRunner } from "@reprise/core/runner";
import type { PromptStore, Runner } from "@reprise/model";
import type { RunnerOptions } from "./machine.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A different home is passed as the agent itself expects it: the started process must see the same one. */
export async function openRunnerOn(
  env: Env,
  { homes = {}, agents = builtInAgents, ...options }: RunnerOptions & RunnerWiring,
): Promise<Runner> {
  return openRunner(nodeHost(await withHomes(env, homes, agents)), { ...options, agents });
}

export async function withHomes(
  env: Env,
  homes: NonNullable<RunnerOptions["homes"]>,
  agents: readonly AgentDefinition[],
): Promise<Env> {
  const named = await Promise.all(
    agents.map(async ({ agent, acting }) => {
      const home = homes[agent]?.[0];
      return home === undefined ? {} : (await acting()).interactive.homeEnv(home, env);
    }),
  );
  return Object.assign({}, env, ...named) as Env;
}

interface RunnerWiring {
  readonly version: string;
  readonly agents?: readonly AgentDefinition[] | undefined;
}

export function openPromptsOn(env: Env): PromptStore {
  return promptsOn(nodeHost(env));
}
