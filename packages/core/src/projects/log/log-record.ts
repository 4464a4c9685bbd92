import type { Agent, Commit, RoundOutcome, Settings, Timestamp } from "@reprise/model";

/** What is not in the record of another program is null. */
interface Stamped {
  readonly at: Timestamp | null;
}

interface OfRound extends Stamped {
  /** From 1, over all resumes of the project. */
  readonly number: number;
}

/** One line of a project's log, of either program and in any of its vocabularies. docs/formats/project.md */
export type LogRecord =
  | (Stamped & {
      readonly type: "project-started";
      readonly goal: string | null;
      readonly progressFile: string;
      readonly agent: Agent | null;
      readonly settings: Partial<Settings> | null;
    })
  | (Stamped & {
      readonly type: "project-resumed";
      readonly rounds: number;
      readonly agent: Agent;
      readonly settings: Partial<Settings>;
    })
  | (OfRound & {
      readonly type: "round-started";
      readonly current: number;
      readonly total: number;
      readonly gitCommit: string | null;
    })
  | (OfRound & {
      readonly type: "round-configured";
      readonly agent: Agent;
      readonly thread: string;
      /** Null until the agent has made its file. */
      readonly rolloutPath: string | null;
    })
  | (OfRound & { readonly type: "request-declined"; readonly subject: string })
  | (OfRound & { readonly type: "round-parked"; readonly until: Timestamp; readonly message: string })
  | (OfRound & {
      readonly type: "project-succeeded";
      readonly rounds: number;
      readonly durationSecs: number;
      readonly progressFile: string;
      readonly gitCommitStart: string;
      readonly gitCommitEnd: string;
    })
  | (OfRound & {
      readonly type: "round-finished";
      readonly outcome: RoundOutcome;
      readonly tokens: number | null;
      readonly commits: readonly Commit[] | null;
      readonly files: readonly string[] | null;
    })
  /** Of a later version of Reprise: kept, not understood. */
  | (Stamped & { readonly type: "unknown"; readonly name: string });

/** A record without its time, which the writer adds. */
export type NewRecord = LogRecord extends infer One
  ? One extends { readonly type: "unknown" }
    ? never
    : Omit<One, "at">
  : never;

/** A round as the log has it. */
export interface LoggedRound {
  readonly number: number;
  readonly current: number;
  readonly total: number;
  readonly startedAt: Timestamp | null;
  readonly gitCommit: string | null;
  readonly configured: (LogRecord & { readonly type: "round-configured" }) | null;
  readonly declined: readonly string[];
  /** Of the last record, if it parked the round. */
  readonly parkedUntil: Timestamp | null;
  readonly succeeded: (LogRecord & { readonly type: "project-succeeded" }) | null;
  readonly finished: (LogRecord & { readonly type: "round-finished" }) | null;
}

/** A rule that the log breaks. */
export interface LogProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly expected: string;
  readonly found: string;
  /** A crash explains it and work can go on: a torn last line, a round without its thread or its end. */
  readonly isTail: boolean;
}

export interface ProjectLog {
  readonly started: (LogRecord & { readonly type: "project-started" }) | null;
  /** The latest. */
  readonly resumed: (LogRecord & { readonly type: "project-resumed" }) | null;
  readonly rounds: readonly LoggedRound[];
  /** In the order of lines. */
  readonly problems: readonly LogProblem[];
  /** Bytes of whole lines; what follows is a torn one. */
  readonly wholeBytes: number;
  /** CodexPotter named its records `session_*` until March 2026. */
  readonly words: "project" | "session";
}
