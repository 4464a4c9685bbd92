import type { ChatUsage, Failure, RunEvent, ThreadId } from "@reprise/model";
import type { ChildExit } from "../../host/processes/child.ts";
import type { AgentProgram } from "../definition.ts";
import type { AgentDriver, Capabilities, ForkPoint, Launch, Prompt, ToolServer } from "../driving/driver.ts";
import type { PermissionRules } from "../driving/permission-rules.ts";
import type { ReleaseTable } from "../driving/releases.ts";
import type { Foreign } from "../foreign.ts";
import type { StopStep } from "./stop-process.ts";

/** An agent's headless mode: one process per turn, the prompt on stdin, JSON lines on stdout. */
export interface ExecAgent extends AgentProgram {
  /** Whether a new thread takes our id; other agents name theirs in their first line. */
  readonly takesId: boolean;
  readonly can: Capabilities;
  readonly releases?: ReleaseTable;
  /** Only ids of this shape reach a command line. */
  readonly threadShape: RegExp;
  command(turn: ExecTurn): ExecCommand;
  /** Takes instructions as a file: `instructionsFile` of each turn. */
  readonly readsInstructions?: true;
  /** A new reader per turn. */
  reader(turn: ExecTurn): TurnReader;
  /** Makes the agent use this home. */
  homeEnv(home: string, launch: Launch): Readonly<Record<string, string>>;
  /** Real path of the home in use. */
  readonly homeOf: (launch: Pick<Launch, "home" | "env">) => string;
  readonly permissions: PermissionRules;
  /** Looks the thread up before anything else and returns the launch it needs. Rejects with a `DriverError` if the agent does not have it. */
  readonly checkSession?: (program: string, thread: ThreadId, launch: Launch) => Promise<Launch>;
  readonly checkInput?: AgentDriver["checkInput"];
  /** Why no process may start on the thread now. */
  readonly refusal?: (turn: ExecTurn) => Failure | null;
  /** The shape of a turn name to fork at; null if only a whole thread can be forked. Only if `can.forks`. */
  readonly forkShape?: RegExp | null;
  /** Lines missing from a successful turn, for agents that may exit before printing them all. */
  readonly missingLines?: (turn: ExecTurn, heard: EndedTurn) => readonly Foreign[];
  /** Set if it stops differently from the usual steps. */
  readonly stopSteps?: readonly StopStep[];
  /** Called before a process starts; `after` once it has ended. */
  readonly guard?: (turn: ExecTurn) => TurnGuard;
}

export interface ExecTurn {
  /** Null for a new thread that the agent names itself. */
  readonly thread: ThreadId | null;
  readonly isNew: boolean;
  /** The start of a new thread. */
  readonly forkOf?: ForkPoint | null | undefined;
  readonly prompt: Prompt;
  readonly launch: Launch;
  /** The installed release; null if unknown. */
  readonly release?: string | null | undefined;
  /** Exists while the process runs; null if there are no instructions. */
  readonly instructionsFile?: string | null | undefined;
}

export interface EndedTurn {
  readonly thread: ThreadId | null;
  /** Process start. */
  readonly sinceMs: number;
}

/** The prompt is never part of `args` or `env`. */
export interface ExecCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** For stdin; default: the prompt's text. */
  readonly input?: string;
}

/** Turns the output of one process into events. */
export interface TurnReader {
  /** Never throws on any line. A `thread` event gives the id only; persistence is decided elsewhere. */
  take(line: Foreign): readonly RunEvent[];
  /** Events held back; called once, after the last line. */
  rest(exit: ChildExit): readonly RunEvent[];
  /** How the turn ended, as the agent reported; null if it did not. */
  readonly end: TurnEnd | null;
  readonly toolServers: readonly ToolServer[] | null;
  /** Null if the agent has not reported it. */
  readonly usage: TurnUsage | null;
}

export interface TurnUsage {
  readonly tokens: ChatUsage;
  /** A sum over the thread so far, not over this turn. */
  readonly isOfThread: boolean;
}

export interface TurnEnd {
  readonly state: "completed" | "failed" | "interrupted";
  readonly failure: Failure | null;
}

export interface TurnGuard {
  readonly notices: readonly string[];
  after(): readonly string[];
}
