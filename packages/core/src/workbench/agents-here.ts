import { type Agent, agents } from "@reprise/model";
import type { Interactive } from "../agents/interactive.ts";
import type { Host } from "../host/host.ts";
import { findProgram } from "../host/processes/find-program.ts";

/** An agent, and why a session of it cannot be begun on this machine; null when it can. */
export interface AgentHere {
  readonly agent: Agent;
  readonly whyNot: string | null;
}

/** Every agent. Starts none of them. */
export function agentsIn(
  interfaces: Readonly<Record<Agent, Pick<Interactive, "program" | "install">>>,
  host: Host,
): AgentHere[] {
  return agents.map((agent) => ({ agent, whyNot: whyNot(agent, interfaces[agent], host) }));
}

function whyNot(
  agent: Agent,
  { program, install }: Pick<Interactive, "program" | "install">,
  host: Host,
): string | null {
  const variable = `REPRISE_${agent.toUpperCase()}_BIN`;
  const named = host.env[variable];
  if (findProgram(named || program, host.env) !== null) return null;
  return named ? `${variable} names ${named}, which is not there` : `not installed: ${install}`;
}
