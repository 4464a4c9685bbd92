import type {
  Agent,
  AgentTraits,
  Drafts,
  Library,
  Projects,
  PromptStore,
  Reviews,
  Runner,
  SessionId,
  Timestamp,
} from "@reprise/model";

/** An agent, and why it cannot start a session here; null if it can. */
export interface AgentChoice extends AgentTraits {
  readonly whyNot: string | null;
}

/** Everything the screens can reach. */
export interface World {
  /** Also reads the rounds of a project as one session. */
  readonly library: Library;
  /** Created on first use. */
  runner(): Promise<Runner>;
  /** Created on first use. */
  projects(): Promise<Projects>;
  /** Review comments; created on first use. */
  reviews(): Promise<Reviews>;
  readonly drafts: Drafts;
  /** Prompts on their way to an agent. */
  readonly prompts: PromptStore;
  /** The user's current folder. */
  readonly cwd: string;
  readonly homeFolder: string;
  now(): Timestamp;
  /** Copies through the terminal; success cannot be known. */
  copy(text: string): void;
  /** Opens the user's editor, which has the terminal meanwhile; null if nothing was changed. */
  edit(text: string): Promise<string | null>;
  /** Opens the session in the agent's own interface; resolves when that ends, throws if it cannot start. */
  openAgent(session: SessionId): Promise<void>;
  /** The command that does the same in a shell. */
  agentCommand(session: SessionId): Promise<string>;
  /** Every agent, in list order. */
  readonly traits: readonly AgentTraits[];
  /** The default agent for new sessions. */
  readonly agent: Agent;
  /** Which agents can start a session, and why others cannot. Starts none. */
  agents(): Promise<readonly AgentChoice[]>;
  /** Makes it the default agent for new sessions. */
  prefer(agent: Agent): void;
  /** Everything is scratch and the agent is simulated: shown on every screen. */
  readonly isDemo: boolean;
  /** Where the agents keep their sessions; shown if there are none. */
  readonly homes?: readonly string[] | undefined;
  /** Runs the demo on this terminal until the user quits; absent if there is none. */
  readonly demo?: (() => Promise<void>) | undefined;
}
