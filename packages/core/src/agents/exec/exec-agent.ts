import type { Failure, RunEvent, ThreadId } from "@reprise/model";
import type { ChildExit } from "../../host/processes/child.ts";
import type { AgentProgram } from "../definition.ts";
import type { AgentDriver, Capabilities, ForkPoint, Launch, Prompt, ToolServer } from "../driving/driver.ts";
import type { PermissionRules } from "../driving/permission-rules.ts";
import type { ReleaseTable } from "../driving/releases.ts";
import type { Foreign } from "../foreign.ts";
import type { StopStep } from "./stop-process.ts";

/** An agent's headless mode: one process a turn, the prompt on its standard input, JSON lines on its output. */
export interface ExecAgent extends AgentProgram {
  /** Whether a new thread takes the id we give it; the others name theirs in their first line. */
  readonly takesId: boolean;
  readonly can: Capabilities;
  readonly releases?: ReleaseTable;
  /** Nothing that is not of this shape reaches a command line. */
  readonly threadShape: RegExp;
  command(turn: ExecTurn): ExecCommand;
  /** It takes instructions by a file: `instructionsFile` of each turn. */
  readonly readsInstructions?: true;
  /** A new one for every turn. */
  reader(turn: ExecTurn): TurnReader;
  /** What makes the agent use this home. */
  homeEnv(home: string, launch: Launch): Readonly<Record<string, string>>;
  /** The home that is used, by its real path. */
  readonly homeOf: (launch: Pick<Launch, "home" | "env">) => string;
  readonly permissions: PermissionRules;
  /** Asks the agent for a thread before it is asked anything else; gives what the thread needs. Rejects with a `DriverError` when it has none. */
  readonly checkSession?: (program: string, thread: ThreadId, launch: Launch) => Promise<Launch>;
  /** As `checkInput` of a driver. */
  readonly checkInput?: AgentDriver["checkInput"];
  /** Why no process may be started on the thread now. */
  readonly refusal?: (turn: ExecTurn) => Failure | null;
  /** What a turn that is forked at looks like by name; null when all of a thread can be forked and nothing less. Only where `can.forks`. */
  readonly forkShape?: RegExp | null;
  /** Lines that a process which ended well owes of its turn, where it may end before it has printed them all. */
  readonly missingLines?: (turn: ExecTurn, heard: EndedTurn) => readonly Foreign[];
  /** How it is stopped, when not as usual. */
  readonly stopSteps?: readonly StopStep[];
  /** Called before a process is started; `after` once it has ended. */
  readonly guard?: (turn: ExecTurn) => TurnGuard;
}

export interface ExecTurn {
  /** Null for a new thread of an agent that names its threads itself. */
  readonly thread: ThreadId | null;
  /** The agent does not have the thread yet. */
  readonly isNew: boolean;
  /** What a new thread begins with. */
  readonly forkOf?: ForkPoint | null | undefined;
  readonly prompt: Prompt;
  readonly launch: Launch;
  /** The installed release; null where it is not known. */
  readonly release?: string | null | undefined;
  /** Holds the instructions for as long as the process runs; null where there are none. */
  readonly instructionsFile?: string | null | undefined;
}

/** What is known of a turn whose process has ended. */
export interface EndedTurn {
  readonly thread: ThreadId | null;
  /** When the process was started. */
  readonly sinceMs: number;
}

/** The prompt is never part of `args` or `env`. */
export interface ExecCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** For its standard input; the text of the prompt unless given. */
  readonly input?: string;
}

/** Makes events of what one process prints. */
export interface TurnReader {
  /** Never throws, whatever the line holds. A `thread` event tells the id; whether it is persisted is not its to say. */
  take(line: Foreign): readonly RunEvent[];
  /** What was held back; called once, when nothing more comes. */
  rest(exit: ChildExit): readonly RunEvent[];
  /** How the turn ended in the agent's own words; null when it has not said. */
  readonly end: TurnEnd | null;
  readonly toolServers: readonly ToolServer[] | null;
}

export interface TurnEnd {
  readonly state: "completed" | "failed" | "interrupted";
  readonly failure: Failure | null;
}

export interface TurnGuard {
  readonly notices: readonly string[];
  after(): readonly string[];
}
