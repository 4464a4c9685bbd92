import type { Agent } from "./ids.ts";

/** What a conversation with an agent is like, as Reprise drives it. */
export interface AgentTraits {
  readonly agent: Agent;
  /** What a person calls it. */
  readonly title: string;
  /** Asks before it does more than it may, and takes an answer. Otherwise that is declined. */
  readonly asks: boolean;
  /** Hears what is said during a turn. Otherwise it waits for the end of it. */
  readonly steers: boolean;
  /** Takes images beside the text of a prompt. */
  readonly takesImages: boolean;
  /** Takes files beside the text of a prompt. */
  readonly takesFiles: boolean;
}

/** Of an agent that is not among them, what every agent can do. */
export function traitsOf(agents: readonly AgentTraits[], agent: Agent): AgentTraits {
  const least = { asks: false, steers: false, takesImages: false, takesFiles: false };
  return agents.find((one) => one.agent === agent) ?? { agent, title: agent, ...least };
}
