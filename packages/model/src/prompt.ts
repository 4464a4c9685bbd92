import type { Agent, SessionId, Timestamp } from "./ids.ts";
import type { RunScope } from "./run.ts";
import type { promptModeSchema } from "./schema/acting.ts";
import type { Value } from "./schema/value.ts";

/** What a prompt begins: a new session, or how an existing one continues. */
export type PromptMode = Value<typeof promptModeSchema>;

/** Where a prompt is meant to go. */
export interface PromptTarget {
  readonly mode: PromptMode;
  /** The session as the person named it; `.` is the interrupted one of the folder, null a new one. */
  readonly session: string | null;
  readonly agent: Agent;
  readonly cwd: string;
  /** What its run is about, where that is not the workspace of `cwd`. */
  readonly scope?: RunScope | null | undefined;
}

/** A prompt that no agent is known to have. */
export interface UnsentPrompt extends PromptTarget {
  /** Accepted wherever a run is named. */
  readonly id: string;
  readonly text: string;
  readonly at: Timestamp;
  readonly session: SessionId | null;
}

/** Prompts on disk, from the moment they are written until a journal holds them. */
export interface PromptStore {
  /** The prompt survives a power cut when this returns its id. Throws `not-saved`. */
  save(text: string, target: PromptTarget): string;
  /** For a prompt that is in a journal now, or whose writer still has it. */
  drop(id: string): void;
}
