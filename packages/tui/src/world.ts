import type {
  Agent,
  AgentTraits,
  Annotations,
  Drafts,
  Library,
  Projects,
  PromptStore,
  Reviews,
  Runner,
  SessionId,
  SessionPlace,
  Timestamp,
} from "@reprise/model";

/** An agent, and why it cannot start a session here; null if it can. */
export interface AgentChoice extends AgentTraits {
  readonly whyNot: string | null;
}

/** What the person chose on a screen, kept over starts. */
export interface Preferences {
  /** The list shows a preview where there is room. */
  readonly hasPreview: boolean;
}

/** Everything the screens can reach. */
export interface World {
  /** Also reads the rounds of a project as one session. */
  readonly library: Library;
  /** Created on first use. */
  runner(): Promise<Runner>;
  /** False: a runner would offer nothing and count nothing of ours, so it need not be created for that. Absent: unknown. */
  mayHaveUnfinishedWork?(): Promise<boolean>;
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
  /** Resolves after the time, or when aborted: what guards, pauses and ticks wait for. */
  after(ms: number, signal: AbortSignal): Promise<void>;
  /** Copies through the terminal; success cannot be known. */
  copy(text: string): void;
  /** Opens the user's editor, which has the terminal meanwhile; null if nothing was changed. */
  edit(text: string): Promise<string | null>;
  /** Opens a copy of the session as Markdown in the user's editor, which has the terminal meanwhile. */
  openInEditor(session: SessionId | SessionPlace): Promise<void>;
  /** Opens the session in the agent's own interface; resolves when that ends, throws if it cannot start. */
  openAgent(session: string): Promise<void>;
  /**
   * Saves the session in a file, in the format of its ending; without a name, in a new file of the folder. Throws `refused`
   * if there is such a file, unless forced.
   */
  exportSession(
    session: SessionId,
    wish: { readonly file: string | null; readonly isForced: boolean },
  ): Promise<{ readonly path: string; readonly sizeBytes: number }>;
  /** Files of the folder whose paths fit the letters best. */
  files(folder: string, letters: string): Promise<readonly string[]>;
  /** An image to send with a prompt; a relative path starts at the folder. Throws if it is none that models accept. */
  image(path: string, folder: string): Promise<{ readonly path: string; readonly sizeBytes: number }>;
  /** Models that sessions of the agent used, the latest first. */
  models(agent: Agent): Promise<readonly string[]>;
  /** The command that does the same in a shell. */
  agentCommand(session: string): Promise<string>;
  /** The person's own names and tags of sessions, and which are hidden or archived; created on first use. */
  annotations(): Promise<Annotations>;
  readonly preferences: {
    /** Cheap: called before the first picture. The defaults if none were saved or they cannot be read. */
    load(): Preferences;
    /** Best effort. */
    save(preferences: Preferences): void;
  };
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
