import {
  type AgentDefinition,
  builtInAgents,
  type LibraryOptions as CoreOptions,
  nodeHost,
  openLibrary,
} from "@reprise/core";
import type { Library } from "@reprise/model";
import type { LibraryOptions } from "./machine.ts";

export function openLibraryOn(
  env: Readonly<Record<string, string | undefined>>,
  options: LibraryOptions & Pick<CoreOptions, "indexBehind" | "startThreads">,
  agents: readonly AgentDefinition[] = builtInAgents,
): Library {
  return openLibrary(nodeHost(env), { ...options, sources: agents.map(({ source }) => source) });
}
