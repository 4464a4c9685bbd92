import type { Agent, Warning } from "@reprise/model";
import { type AgentSource, existingHomes } from "../agents/reading/source.ts";
import type { Home } from "../catalog/rollout-lookup.ts";
import type { Host } from "../host/host.ts";

/** Homes to read instead of the agents' default ones. */
export type GivenHomes = Partial<Record<Agent, readonly string[]>>;

export function homesOf(
  sources: readonly AgentSource[],
  given: GivenHomes,
  host: Host,
  warn: (warning: Warning) => void,
): Home[] {
  return sources.flatMap((source) => {
    const paths =
      given[source.agent]?.flatMap((path) => existing(path, host, warn)) ?? existingHomes(source.homes(host), host);
    return [...new Set(paths)].map((path) => ({ source, path }));
  });
}

function existing(path: string, host: Host, warn: (warning: Warning) => void): string[] {
  if (host.files.stamp(path) !== null) return [host.files.real(path)];
  warn({ kind: "unreadable", path, detail: "There is no such folder; no sessions are read from it." });
  return [];
}
