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

/** What an agent can do when driven; what it cannot is refused before it is tried. */
export interface Capabilities extends Pick<AgentTraits, "asks" | "steers" | "takesImages" | "takesFiles"> {
  /** Streams text as it is written, not only whole items. */
  readonly streams: boolean;
  /** Takes history without a model call. */
  readonly informs: boolean;
  readonly forks: boolean;
  /** Keeps a lock of its own on a thread. */
  readonly locks: boolean;
  /** What its usual model can take at least, in tokens. */
  readonly contextTokens: number;
}

export interface Launch {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The agent's home; its default when null. */
  readonly home: string | null;
  /** The program to start, when it is not the one on the path. */
  readonly program: string | null;
  /** What the agent may use without asking, in its own words; for agents that take such a list with every start. */
  readonly allow?: readonly string[] | undefined;
  /** For the model, beside the agent's own. */
  readonly instructions?: string | null | undefined;
  /** What the start is for, where not every release can do it: refused before a thread is made. */
  readonly needs?: readonly Ability[] | undefined;
  /** Where copies are kept of session files that the agent itself may lose. */
  readonly keepIn?: string | null | undefined;
  /** Called with every process that is started for the thread, as soon as it is; a headless agent has one a turn. */
  readonly onProcess?: ((pid: number) => void) | undefined;
  /** Every line to (`out`) and from (`in`, `stderr`) the agent, as it is, before anything is made of it. */
  readonly onLine: (direction: "in" | "out" | "stderr", line: string) => void;
  readonly signal: AbortSignal;
}

/** Why a thread could not be had. Thrown by `start` and `resume`, and by nothing else. */
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
  /** Why it cannot be started on this machine, as far as can be told without starting it; null when nothing is against it. */
  readonly missing?: (launch: Pick<Launch, "program" | "env">) => Failure | null;
  /** What its releases can do; absent where all can do the same. */
  readonly releases?: ReleaseTable;
  /** The installed release, as far as can be told without starting it. */
  readonly installed?: (launch: Pick<Launch, "program" | "env">) => string | null;
  /** Rejects with a `DriverError` where the installed release cannot take over a session; before one is written for it. */
  readonly check?: (launch: Pick<Launch, "program" | "env">) => Promise<void>;
  /** Resolves when the agent has named the thread, or will name it in its first turn; nothing was sent to a model. */
  start(launch: Launch): Promise<LiveThread>;
  /**
   * Resolves when the agent has the thread, and its effective settings are known. Rejects when it gives another thread.
   * A headless agent has no process before its first turn: there a missing thread may be told by the turn's failure.
   */
  resume(thread: ThreadId, launch: Launch): Promise<LiveThread>;
  /**
   * A new thread that goes on after a turn of another, which stays as it is. Rejects when the agent cannot do it there.
   * Only where `can.forks`. A headless agent names the new thread in its first turn.
   */
  readonly fork?: (from: ForkPoint, launch: Launch) => Promise<LiveThread>;
  /** Why no release of today goes on with a session, by what its log shows; null where nothing is against it. */
  readonly unresumable?: (session: SessionSummary) => string | null;
  /** The command that takes a thread out of the agent's archive; absent where it has none. */
  readonly unarchive?: (thread: ThreadId) => string;
  /** The home that is used, by its real path. */
  readonly homeOf?: (launch: Pick<Launch, "home" | "env">) => string;
  /** Throws a `DriverError` that names an image or a file which the agent would refuse or leave out; before anything is sent. */
  readonly checkInput?: (input: PromptInput, launch: Pick<Launch, "settings" | "env">) => void;
  /** Absent where permissions can be neither found nor compared. */
  readonly permissions?: PermissionRules;
  /** The variable by which whatever the agent starts for a thread knows that thread; absent where it sets none. */
  readonly marks?: string;
  /**
   * The hash of the request for a command that the agent's own log calls approved; null where it cannot be identified. Absent
   * where logs hold no approvals.
   */
  readonly approvedHash?: (
    command: readonly string[],
    settings: Settings,
    launch: Pick<Launch, "env" | "home">,
  ) => string | null;
}

export interface ForkPoint {
  readonly thread: ThreadId;
  /** The agent's own name of the last turn that is kept; null for all of them. */
  readonly afterTurn: string | null;
}

export interface Prompt {
  /** Unique; found again in the agent's log where the agent records it. */
  readonly id: string;
  readonly text: string;
  /** As the person wrote it, where something was added to it. */
  readonly written?: string | undefined;
  /** Only kinds that the agent takes. */
  readonly inputs?: readonly PromptInput[] | undefined;
}

export interface ToolServer {
  readonly name: string;
  readonly isReady: boolean;
  readonly problem: string | null;
  readonly tools: readonly string[];
}

/** A thread in a living agent process. */
export interface LiveThread {
  /** Null as long as the agent has not named a new thread; then it comes with the `thread` event of the first turn. */
  readonly thread: ThreadId | null;
  readonly settings: Settings;
  /** In effect, as the agent reports them; absent where it reports no more than its settings. */
  readonly permissions?: Permissions;
  readonly pid: number | null;
  /** Resolves with how it ended when the one process of the thread has: no turn can follow. Absent where each turn has its own. */
  readonly gone?: Promise<string>;
  /** One turn. Ends with `turn-ended`; also when the process dies (then with a failure of kind `transport`). */
  ask(prompt: Prompt): AsyncIterable<RunEvent>;
  /** Adds to the running turn. */
  steer(prompt: Prompt): Promise<void>;
  answer(request: string, answer: Answer): void;
  /** History that the model sees before the next prompt, without a model call. Resolves when the agent has it on disk. Only where `can.informs`. */
  readonly inform?: (items: readonly PortableItem[]) => Promise<void>;
  /** MCP servers and their tools as the agent has them now; null where it cannot tell. */
  toolServers(): Promise<readonly ToolServer[] | null>;
  /** Stops the running turn; `ask` then ends with `interrupted`. Resolves within the grace period whatever the agent does. */
  interrupt(): Promise<void>;
  /** Ends the process, gently, then surely. Never throws. */
  close(): Promise<void>;
}
