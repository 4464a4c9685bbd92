import type { AgentTraits } from "@reprise/model";
import { type AgentDefinition, type AgentProgram, agentTraits } from "../agents/definition.ts";
import type { Host } from "../host/host.ts";
import { findProgram } from "../host/processes/find-program.ts";

/** An agent, and why it cannot start a session on this machine; null when it can. */
export interface AvailableAgent extends AgentTraits {
  readonly whyNot: string | null;
}

/** Starts none of them. */
export function agentsIn(agents: readonly AgentDefinition[], host: Host): AvailableAgent[] {
  return agents.map((one) => ({ ...agentTraits(one), whyNot: whyNot(one, host) }));
}

function whyNot({ agent, program, install }: AgentProgram, host: Host): string | null {
  const variable = `REPRISE_${agent.toUpperCase()}_BIN`;
  const named = host.env[variable];
  if (findProgram(named || program, host.env) !== null) return null;
  return named ? `${variable} names ${named}, which does not exist` : `not installed: ${install}`;
}
