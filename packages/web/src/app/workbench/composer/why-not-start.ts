import type { About, AgentTraits } from "@reprise/model";

/** Why no session can be started with this agent, as a sentence; null if it can. */
export function whyNotStart(
  agents: About["agents"],
  { agent, title }: Pick<AgentTraits, "agent" | "title">,
): string | null {
  const whyNot = agents.find((one) => one.agent === agent)?.whyNot ?? null;
  return whyNot === null ? null : `${title} cannot be started: ${whyNot}.`;
}
