import type { Agent } from "./ids.ts";

interface AgentTraits {
  /** What a person calls it. */
  readonly title: string;
  /** Asks before it does more than it may, and takes an answer. Otherwise that is declined. */
  readonly asks: boolean;
  /** Hears what is said during a turn. Otherwise it waits for the end of it. */
  readonly steers: boolean;
}

/** What a conversation with each agent is like, as Reprise drives it. */
export const agentTraits: Readonly<Record<Agent, AgentTraits>> = {
  codex: { title: "Codex", asks: true, steers: true },
  claude: { title: "Claude Code", asks: false, steers: false },
  gemini: { title: "Gemini CLI", asks: false, steers: false },
  opencode: { title: "OpenCode", asks: false, steers: false },
};
