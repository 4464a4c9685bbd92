import type {
  Agent,
  AgentTraits,
  Drafts,
  Library,
  PromptStore,
  Runner,
  SessionId,
  Timestamp,
} from "@reprise/model";

/** An agent, and why no session of it can be begun here; null when one can. */
export interface AgentChoice extends AgentTraits {
  readonly whyNot: string | null;
}

/** All that the screens can reach. */
export interface World {
  readonly library: Library;
  /** Made when it is first needed. */
  runner(): Promise<Runner>;
  readonly drafts: Drafts;
  /** Prompts on their way to an agent. */
  readonly prompts: PromptStore;
  /** The folder the person is in. */
  readonly cwd: string;
  readonly homeFolder: string;
  now(): Timestamp;
  /** To the clipboard, by the terminal itself; how that went cannot be known. */
  copy(text: string): void;
  /** The person's own editor on a text; null when nothing was changed. The terminal is theirs meanwhile. */
  edit(text: string): Promise<string | null>;
  /** The agent's own interface on the session; resolves when it has ended. Throws when it cannot be started. */
  openAgent(session: SessionId): Promise<void>;
  /** Every agent, in the order they are listed. */
  readonly traits: readonly AgentTraits[];
  /** The agent that a new session begins with, unless another is chosen. */
  readonly agent: Agent;
  /** Which agents a new session can begin with, and of the others why not. Starts none. */
  agents(): Promise<readonly AgentChoice[]>;
  /** From now on it is the one that a new session begins with. */
  prefer(agent: Agent): void;
  /** Everything is scratch and the agent plays a part: said on every screen. */
  readonly isDemo: boolean;
  /** Where the agents keep their sessions; told to whoever has none. */
  readonly homes?: readonly string[] | undefined;
  /** The demo, on this terminal, until the person leaves it; absent where there is none. */
  readonly demo?: (() => Promise<void>) | undefined;
}
