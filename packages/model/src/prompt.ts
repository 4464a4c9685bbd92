import type { Agent, SessionId, Timestamp } from "./ids.ts";
import type { RunScope } from "./run.ts";
import type { promptModeSchema } from "./schema/acting.ts";
import type { Value } from "./schema/value.ts";

/** What a prompt starts: a new session, or the continuation of an existing one. */
export type PromptMode = Value<typeof promptModeSchema>;

/** The destination of a prompt. */
export interface PromptTarget {
  readonly mode: PromptMode;
  /** The session as the user named it; `.` is the interrupted one of the folder, null a new one. */
  readonly session: string | null;
  readonly agent: Agent;
  readonly cwd: string;
  /** The scope of its run, if it is not the workspace of `cwd`. */
  readonly scope?: RunScope | null | undefined;
}

/** A prompt that no agent is known to have received. */
export interface UnsentPrompt extends PromptTarget {
  /** Accepted wherever a run id is. */
  readonly id: string;
  readonly text: string;
  readonly at: Timestamp;
  readonly session: SessionId | null;
}

/** Prompts on disk, from when they are written until a journal contains them. */
export interface PromptStore {
  /** The prompt survives a power cut when this returns its id. Throws `not-saved`. */
  save(text: string, target: PromptTarget): string;
  /** For a prompt that is now in a journal, or still with its writer. */
  drop(id: string): void;
}
