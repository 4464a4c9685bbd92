import { nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { promptsOn } from "@reprise/core/workbench";
import type { PromptStore, Runner } from "@reprise/model";
import type { RunnerOptions } from "./surroundings.ts";

/** Another Codex home is told the way Codex itself is told: the agent that is started must see the same one. */
export function openRunnerOn(
  env: Readonly<Record<string, string | undefined>>,
  { homes, ...options }: RunnerOptions & { readonly version: string },
): Promise<Runner> {
  const home = homes?.codex?.[0];
  return openRunner(nodeHost(home === undefined ? env : { ...env, CODEX_HOME: home }), options);
}

export function openPromptsOn(env: Readonly<Record<string, string | undefined>>): PromptStore {
  return promptsOn(nodeHost(env));
}
