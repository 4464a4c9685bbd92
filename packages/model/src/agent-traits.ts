import type { Agent } from "./ids.ts";

/** What a conversation with an agent supports, as Reprise drives it. */
export interface AgentTraits {
  readonly agent: Agent;
  /** The agent's display name. */
  readonly title: string;
  /** Asks before it exceeds its permissions, and accepts an answer. Otherwise that is declined. */
  readonly asks: boolean;
  /** Accepts input during a turn. Otherwise input waits for its end. */
  readonly steers: boolean;
  /** Accepts images with a prompt. */
  readonly takesImages: boolean;
  /** Accepts files with a prompt. */
  readonly takesFiles: boolean;
  /** In a mention (`@path`), expects escapes instead of quotes around a path with spaces. */
  readonly escapesMentions?: boolean | undefined;
}

/** For an unknown agent: what every agent supports. */
export function traitsOf(agents: readonly AgentTraits[], agent: Agent): AgentTraits {
  const least = { asks: false, steers: false, takesImages: false, takesFiles: false };
  return agents.find((one) => one.agent === agent) ?? { agent, title: agent, ...least };
}
