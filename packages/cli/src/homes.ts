import { type AgentDefinition, builtInAgents, nodeHost } from "@reprise/core";
import type { Home, LibraryOptions } from "./machine.ts";

/** Folders searched for sessions, existing or not. Shown when nothing is found; never written to. */
export function homesIn(
  env: Readonly<Record<string, string | undefined>>,
  options: LibraryOptions,
  agents: readonly AgentDefinition[] = builtInAgents,
): Home[] {
  const host = nodeHost(env);
  return agents.flatMap(({ agent, source }) => {
    const paths = new Set((options.homes?.[agent] ?? source.homes(host)).map((path) => host.files.real(path)));
    return [...paths].map((path) => ({ agent, path }));
  });
}
