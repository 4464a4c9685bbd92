import type { Agent, SessionId, ThreadId, Timestamp } from "./ids.ts";
import type { Lineage } from "./session.ts";
import type { FileChange, ItemBody } from "./transcript.ts";

/** One span of live execution that we started. */
export type RunId = string & { readonly run: unique symbol };

/** What a journal's last state is. `running` is only believed while its process lives. */
export type RunStatus = "running" | "completed" | "interrupted" | "failed" | "cancelled";

/** How a thread is set up. Null is not known, or left to the agent. */
export interface Settings {
  readonly model: string | null;
  readonly provider: string | null;
  readonly effort: string | null;
  readonly summary: string | null;
  /** From narrow to wide: `read-only`, `workspace-write`, `danger-full-access`. */
  readonly sandbox: string | null;
  readonly approvalPolicy: string | null;
  readonly cwd: string | null;
}

export const noSettings: Settings = {
  model: null,
  provider: null,
  effort: null,
  summary: null,
  sandbox: null,
  approvalPolicy: null,
  cwd: null,
};

/** Why a turn or a run failed, as far as it matters for going on. */
export type FailureKind =
  | "transport"
  | "server"
  | "limit"
  | "authentication"
  | "context-full"
  | "thread-missing"
  | "thread-archived"
  | "thread-damaged"
  | "busy"
  | "agent-missing"
  | "other";

/** Reasons that may be over when it is tried again. */
const passing: readonly FailureKind[] = ["transport", "server", "limit", "authentication", "busy"];

export function isPassing({ kind }: Pick<Failure, "kind">): boolean {
  return passing.includes(kind);
}

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** When a limit is lifted, where the agent says so. */
  readonly resetsAt: Timestamp | null;
}

/** Something the agent may not do without an answer. */
export interface Request {
  readonly id: string;
  readonly kind: "command" | "edit" | "permissions" | "question" | "other";
  /** What is asked for, readable aloud: the command, the paths, the question. */
  readonly subject: string;
  readonly reason: string | null;
  readonly cwd: string | null;
  /** The item it is about, where there is one. */
  readonly item: string | null;
  /**
   * Same hash, same request: everything that decides what runs, in the same home, workspace and sandbox. Null when the agent
   * does not say enough: the answer is never saved, and no saved approval answers it.
   */
  readonly hash: string | null;
  readonly choices: readonly Decision[];
  readonly questions: readonly Question[];
  /** Where it would run, if not on this machine. */
  readonly environment: string | null;
  /** The connection it is about. */
  readonly network: NetworkTarget | null;
  /** What it would be permitted beyond the sandbox. */
  readonly grants: readonly Grant[];
  /** What `always` would write; null where that is not a choice. */
  readonly rule: Rule | null;
  /** What an edit would change, as far as the agent has said. */
  readonly changes: readonly ProposedChange[];
}

export type ProposedChange = Omit<FileChange, "movedTo"> & { readonly movedTo: string | null };

export interface NetworkTarget {
  readonly host: string;
  readonly port: number | null;
  readonly protocol: string | null;
}

/** `other`: something this version has no word for; `target` is then the agent's own JSON. */
export interface Grant {
  readonly access: "read" | "write" | "deny" | "network" | "other";
  readonly target: string;
}

/** A permanent rule for the whole agent home. */
export type Rule =
  /** Every command that starts with these words is allowed. */
  | { readonly kind: "command-prefix"; readonly words: readonly string[] }
  /** Every connection to this host is allowed. */
  | { readonly kind: "host"; readonly host: string }
  /** Every call of this tool is allowed. */
  | { readonly kind: "tool"; readonly server: string; readonly tool: string | null };

/** Of a request that has nothing of the kind. */
export const plainRequest = {
  questions: [],
  environment: null,
  network: null,
  grants: [],
  rule: null,
  changes: [],
} as const satisfies Partial<Request>;

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly options: readonly string[];
}

/** `session`: as long as this session lives. `always`: writes a rule for the whole agent home. `cancel`: decline and stop the turn. */
export type Decision = "once" | "session" | "always" | "decline" | "cancel";

export interface Answer {
  readonly decision: Decision;
  /** Answers to questions, by their id. */
  readonly answers?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What happens in a run, in order. Items repeat under one key as they grow. */
export type RunEvent =
  | { readonly type: "run-started"; readonly run: RunId; readonly agent: Agent; readonly settings: Settings }
  | { readonly type: "thread"; readonly thread: ThreadId; readonly isPersisted: boolean }
  | { readonly type: "settings"; readonly settings: Settings }
  | { readonly type: "turn-started"; readonly turn: string | null }
  | { readonly type: "prompt-persisted"; readonly promptId: string }
  | { readonly type: "item"; readonly key: string; readonly isComplete: boolean; readonly item: ItemBody }
  | {
      readonly type: "delta";
      readonly key: string;
      readonly kind: "reply" | "reasoning" | "output";
      readonly text: string;
    }
  /** What streamed under this key is void: the agent asks the model again, under another key. */
  | { readonly type: "item-dropped"; readonly key: string }
  | { readonly type: "request"; readonly request: Request }
  | {
      readonly type: "request-resolved";
      readonly id: string;
      readonly decision: Decision | null;
      readonly by: "person" | "kept" | "policy" | "agent";
    }
  | { readonly type: "usage"; readonly tokens: number | null }
  | { readonly type: "notice"; readonly text: string }
  /** Our journal of the run: why it cannot be written now, what happens waiting in memory; null once it can again. */
  | { readonly type: "journal-health"; readonly problem: string | null }
  | {
      readonly type: "turn-ended";
      readonly turn: string | null;
      readonly state: "completed" | "failed" | "interrupted";
      readonly failure: Failure | null;
    }
  | { readonly type: "run-ended"; readonly status: RunStatus; readonly failure: Failure | null };

/** What a run is about; runs of one scope are offered for resuming together. */
export type RunScope =
  | { readonly kind: "workspace"; readonly root: string }
  | {
      readonly kind: "pull-request";
      readonly host: string;
      readonly owner: string;
      readonly repository: string;
      readonly number: number;
    }
  | { readonly kind: "project"; readonly path: string };

/** The latest state of a run's journal; rebuilt from it when lost. */
export interface RunState {
  readonly run: RunId;
  readonly agent: Agent;
  readonly status: RunStatus;
  readonly scope: RunScope;
  readonly thread: ThreadId | null;
  /** The thread is known to be on the agent's disk. */
  readonly isPersisted: boolean;
  readonly home: string | null;
  readonly workspace: string | null;
  readonly settings: Settings;
  readonly startedAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly finishedAt: Timestamp | null;
  readonly failure: Failure | null;
  readonly process: ProcessIdentity | null;
  readonly agentProcess: ProcessIdentity | null;
  readonly lineage: Lineage | null;
  /** How far a replay or fork of ours has come; null for other runs. */
  readonly restore: RestoreProgress | null;
  readonly journal: string;
  readonly pending: readonly Request[];
  readonly parkedUntil: Timestamp | null;
}

/** A restore that died is gone on with where it stopped. */
export interface RestoreProgress {
  readonly from: SessionId;
  readonly mode: "replay" | "fork";
  readonly via: string;
  /** The last turn that is told. */
  readonly turn: number | null;
  /** Of what is told and to whom: another hash is another restore. */
  readonly hash: string;
  /** Segments the agent is known to have. */
  readonly sentCount: number;
  readonly segmentCount: number;
  readonly isDone: boolean;
}

/** A pid alone may be somebody else's by now. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTicks: string | null;
  /** Changes with every start of the machine. */
  readonly boot: string | null;
}
