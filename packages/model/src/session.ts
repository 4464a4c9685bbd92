import type { Agent, SessionId, ThreadId, Timestamp } from "./ids.ts";
import type { TurnState } from "./transcript.ts";

/** A session's state is its last turn's; `empty`: no prompt was recorded; `unreadable`: no byte of its file can be read. */
export type SessionState = TurnState | "empty" | "unreadable";
export const sessionStates = [
  "live",
  "interrupted",
  "failed",
  "completed",
  "empty",
  "unreadable",
] as const satisfies readonly SessionState[];

/** A living process that holds the session. */
export interface Owner {
  readonly pid: number;
  readonly program: string;
}

export interface SessionFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `main`: what the agent appends to. `segment`: an earlier file of the same thread. `base`: another thread's file this one continues. */
  readonly role: "main" | "segment" | "base" | "copy";
}

/** What a session came from. */
export interface Lineage {
  readonly kind: "fork" | "replay" | "handoff" | "resumed-as";
  readonly session: SessionId;
  /** The turn it was taken after, where that is known. */
  readonly turn: number | null;
}

export interface SessionSummary {
  readonly id: SessionId;
  readonly agent: Agent;
  readonly thread: ThreadId;
  /** The first real prompt on one line, at most 200 characters; empty when there is none. */
  readonly title: string;
  /** A name that a person or the agent gave. */
  readonly name: string | null;
  readonly state: SessionState;
  readonly owner: Owner | null;
  /** The recorded root; null when the agent did not record one. */
  readonly workspace: string | null;
  readonly createdAt: Timestamp | null;
  readonly updatedAt: Timestamp | null;
  readonly turnCount: number;
  readonly itemCount: number;
  readonly messageCount: number;
  readonly toolCount: number;
  readonly model: string | null;
  /** Which client made it, in the agent's words: `cli`, `exec`, `vscode`, …; `reprise` if Reprise started it. */
  readonly source: string | null;
  readonly archived: boolean;
  readonly subagentOf: SessionId | null;
  readonly lineage: Lineage | null;
  readonly sizeBytes: number;
  readonly damageCount: number;
  readonly files: readonly SessionFile[];
}
