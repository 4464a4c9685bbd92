import type { Agent } from "@reprise/model";
import type { AgentDefinition } from "../agents/definition.ts";
import type { Host } from "../host/host.ts";
import type { FileLibrary } from "../library/file-library.ts";

/** What bundling needs of this machine. */
export interface BundleMachine {
  readonly host: Host;
  readonly agents: readonly AgentDefinition[];
  readonly library: FileLibrary;
  /** Homes given by the person, by agent. */
  readonly homes: Readonly<Partial<Record<Agent, readonly string[]>>>;
  readonly version: string;
}

export function programOf(agent: Agent, { env }: Host): string | null {
  return env[`REPRISE_${agent.toUpperCase()}_BIN`] || null;
}
