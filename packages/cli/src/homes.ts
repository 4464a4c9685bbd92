import { type AgentDefinition, builtInAgents, nodeHost } from "@reprise/core";
import type { Home, LibraryOptions } from "./machine.ts";

/** Where sessions are looked for, there or not. Said when nothing is found, and never written into. */
export function homesIn(
  env: Readonly<Record<string, string | undefined>>,
  options: LibraryOptions,
  agents: readonly AgentDefinition[] = builtInAgents,
): Home[] {
  const host = nodeHost(env);
  return agents.flatMap(({ agent, source }) => {
    const paths = new Set(
      (options.homes?.[agent] ?? source.homes(host)).map((path) => host.files.real(path)),
    );
    return [...paths].map((path) => ({ agent, path }));
  });
}
