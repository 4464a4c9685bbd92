import type {
  Agent,
  AgentTraits,
  Answer,
  Failure,
  Permissions,
  PromptInput,
  RunEvent,
  SessionSummary,
  Settings,
  ThreadId,
} from "@reprise/model";
import type { PortableItem } from "../writing/portable.ts";
import type { PermissionRules } from "./permission-rules.ts";
import type { Ability, ReleaseTable } from "./releases.ts";

/** What a driven agent can do; anything else is refused before it is tried. */
export interface Capabilities
  extends Pick<AgentTraits, "asks" | "steers" | "takesImages" | "takesFiles" | "escapesMentions"> {
  /** Streams text while the model writes, not only whole items. */
  readonly streams: boolean;
  /** Accepts history without a model call. */
  readonly informs: boolean;
  readonly forks: boolean;
  /** Locks its threads itself. */
  readonly locks: boolean;
  /** The least context of its usual model, in tokens. */
  readonly contextTokens: number;
  /** The longest prompt it takes, in characters; absent if it refuses none for its length. */
  readonly promptCharacters?: number;
}

export interface Launch {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The agent's home; null: its default. */
  readonly home: string | null;
  /** The program to start; null: the one on the path. */
  readonly program: string | null;
  /** What the agent may use without asking, in its own syntax; for agents that take such a list at every start. */
  readonly allow?: readonly string[] | undefined;
  /** Added to the agent's own instructions for the model. */
  readonly instructions?: string | null | undefined;
  /** Abilities that not every release has: if one is missing, refused before a thread is created. */
  readonly needs?: readonly Ability[] | undefined;
  /** Where to keep copies of session files that the agent itself may lose. */
  readonly keepIn?: string | null | undefined;
  /** Called with each process of the thread as soon as it starts; a headless agent has one per turn. */
  readonly onProcess?: ((pid: number) => void) | undefined;
  /** Every raw line to (`out`) and from (`in`, `stderr`) the agent, before it is parsed. */
  readonly onLine: (direction: "in" | "out" | "stderr", line: string) => void;
  readonly signal: AbortSignal;
}

/** Why a thread could not be opened, or a prompt not sent. */
export class DriverError extends Error {
  override readonly name = "DriverError";
  readonly failure: Failure;

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export interface AgentDriver {
  readonly agent: Agent;
  readonly can: Capabilities;
  /** Why it cannot start on this machine, checked without starting it; null if nothing prevents it. */
  readonly missing?: (launch: Pick<Launch, "program" | "env">) => Failure | null;
  /** Abilities by release; absent if all releases are alike. */
  readonly releases?: ReleaseTable;
  /** The installed release, if known without starting it. */
  readonly installed?: (launch: Pick<Launch, "program" | "env">) => string | null;
  /** Rejects with a `DriverError` if the installed release cannot take over a session; called before one is written for it. */
  readonly check?: (launch: Pick<Launch, "program" | "env">) => Promise<void>;
  /** Resolves once the agent has named the thread, or will name it in its first turn; nothing is sent to a model. */
  start(launch: Launch): Promise<LiveThread>;
  /**
   * Resolves once the agent has the thread and its effective settings are known. Rejects if it opens another thread.
   * A headless agent has no process before its first turn: a missing thread may show only as that turn's failure.
   */
  resume(thread: ThreadId, launch: Launch): Promise<LiveThread>;
  /**
   * A new thread that continues after a turn of another, which stays unchanged. Rejects if the agent cannot fork there.
   * Only if `can.forks`. A headless agent names the new thread in its first turn.
   */
  readonly fork?: (from: ForkPoint, launch: Launch) => Promise<LiveThread>;
  /** Why no current release can resume a session, judged by its log; null if nothing prevents it. */
  readonly unresumable?: (session: SessionSummary) => string | null;
  /** The command that unarchives a thread; absent if the agent has no archive. */
  readonly unarchive?: (thread: ThreadId) => string;
  /** Real path of the home in use. */
  readonly homeOf?: (launch: Pick<Launch, "home" | "env">) => string;
  /** Throws a `DriverError` naming an image or file that the agent would refuse or omit; before anything is sent. */
  readonly checkInput?: (input: PromptInput, launch: Pick<Launch, "settings" | "env">) => void;
  /** Absent if permissions can be neither found nor compared. */
  readonly permissions?: PermissionRules;
  /** The environment variable that gives the agent's child processes their thread id; absent if it sets none. */
  readonly marks?: string;
  /** The request hash of a command that the agent's log marks approved; null if it cannot be identified. Absent if logs hold no approvals. */
  readonly approvedHash?: (
    command: readonly string[],
    settings: Settings,
    launch: Pick<Launch, "env" | "home">,
  ) => string | null;
}

export interface ForkPoint {
  readonly thread: ThreadId;
  /** The agent's own name for the last turn kept; null: all turns. */
  readonly afterTurn: string | null;
}

export interface Prompt {
  /** Unique; appears in the agent's log if the agent records it. */
  readonly id: string;
  readonly text: string;
  /** As the user wrote it, if something was added. */
  readonly written?: string | undefined;
  /** Only kinds that the agent accepts. */
  readonly inputs?: readonly PromptInput[] | undefined;
}

export interface ToolServer {
  readonly name: string;
  readonly isReady: boolean;
  readonly problem: string | null;
  readonly tools: readonly string[];
}

/** A thread in a running agent process. */
export interface LiveThread {
  /** Null until the agent names a new thread, with the `thread` event of the first turn. */
  readonly thread: ThreadId | null;
  readonly settings: Settings;
  /** In effect, as the agent reports them; absent if it reports only its settings. */
  readonly permissions?: Permissions;
  readonly pid: number | null;
  /** Resolves with the reason when the thread's only process ends: no turn can follow. Absent if each turn has its own process. */
  readonly gone?: Promise<string>;
  /** One turn. Ends with `turn-ended`, even if the process dies (then with a failure of kind `transport`). */
  ask(prompt: Prompt): AsyncIterable<RunEvent>;
  /** Adds to the running turn. */
  steer(prompt: Prompt): Promise<void>;
  answer(request: string, answer: Answer): void;
  /** History that the model sees before the next prompt, without a model call. Resolves once the agent has it on disk. Only if `can.informs`. */
  readonly inform?: (items: readonly PortableItem[]) => Promise<void>;
  /** MCP servers and tools as the agent has them now; null if it cannot list them. */
  toolServers(): Promise<readonly ToolServer[] | null>;
  /** Names of the models that it offers, as the agent lists them now; absent if it cannot. */
  readonly models?: () => Promise<readonly string[]>;
  /** Stops the running turn; `ask` then ends with `interrupted`. Resolves within the grace period whatever the agent does. */
  interrupt(): Promise<void>;
  /** Ends the process: gently first, then by force. Never throws. */
  close(): Promise<void>;
}
