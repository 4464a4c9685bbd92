import type { Agent, AgentTraits, Library, PromptStore, Runner, SessionNames, Settings } from "@reprise/model";

/** An agent, and why it cannot start a session on this machine; null when it can. */
export interface OfferedAgent extends AgentTraits {
  readonly whyNot: string | null;
}

/** Everything the ACP agent is given. */
export interface AcpParts {
  readonly library: Library;
  readonly runner: Runner;
  /** Keeps each prompt until a journal has it. */
  readonly prompts: PromptStore;
  readonly names: SessionNames;
  /** Every known agent, in order of preference. */
  agents(): readonly OfferedAgent[];
  /** The agent chosen last in the project of a folder. */
  readonly lastAgent: { load(folder: string): Agent | null; save(folder: string, agent: Agent): void };
  /** For new sessions, in place of the agent chosen last. */
  readonly agent: Agent | null;
  /** For new sessions; what is not given is as their agent is configured. */
  readonly settings: Partial<Settings>;
  readonly version: string;
  newId(): string;
}
