import type { FileChange, SessionState, TurnState, WorkStatus } from "@reprise/model";

/** A text, or its beginning and its end. Without secrets and control characters. */
export interface Excerpt {
  readonly head: string;
  /** Characters between the two; 0 when `head` is all of it. */
  readonly leftOutCount: number;
  readonly tail: string;
}

/** What there is to say of a session in a few pages, whatever its length. What was taken back is not in it. */
export interface Digest {
  readonly turnCount: number;
  readonly state: SessionState;
  /** The first prompt. */
  readonly goal: { readonly turn: number; readonly text: Excerpt } | null;
  /** Every prompt, or the first and the last ones. */
  readonly asked: readonly Asked[];
  readonly askedCount: number;
  /** The agent's own, of its last compaction. */
  readonly summary: { readonly turn: number; readonly text: Excerpt } | null;
  /** By their last change, newest first. */
  readonly files: readonly TouchedFile[];
  readonly fileCount: number;
  /** The last ones, newest first, each command once. */
  readonly commands: readonly RanCommand[];
  readonly commandCount: number;
  /** Those that failed and are not known to have passed later, newest first. */
  readonly failing: readonly FailedWork[];
  /** The last turns, oldest first. */
  readonly turns: readonly ToldTurn[];
  readonly takenBack: {
    readonly turnCount: number;
    /** Something was taken back, and it cannot be told what. */
    readonly isUnclear: boolean;
    /** Files that only turns which were taken back have changed; they may be changed still. */
    readonly paths: readonly string[];
  };
}

export interface Asked {
  /** From 1, in the session. */
  readonly number: number;
  readonly turn: number;
  readonly line: string;
  readonly state: TurnState;
  /** The first words of the turn's last reply, or why it failed. */
  readonly ending: string | null;
}

export interface TouchedFile {
  readonly path: string;
  readonly change: FileChange["change"];
  readonly movedTo: string | null;
  readonly turn: number;
  readonly status: WorkStatus;
}

export interface RanCommand {
  readonly turn: number;
  readonly command: string;
  readonly exitCode: number | null;
  readonly status: WorkStatus;
  /** How often it was run, as far as is remembered. */
  readonly times: number;
}

export interface FailedWork {
  readonly turn: number;
  readonly kind: "command" | "tool";
  readonly subject: string;
  readonly exitCode: number | null;
  readonly times: number;
  readonly lastLines: Excerpt | null;
}

export interface ToldTurn {
  readonly number: number;
  readonly state: TurnState;
  /** Items of it that are not here. */
  readonly leftOutCount: number;
  readonly items: readonly ToldItem[];
}

export type ToldItem =
  | { readonly kind: "prompt"; readonly text: Excerpt; readonly isGoal: boolean }
  | { readonly kind: "reply" | "reasoning"; readonly text: Excerpt }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly exitCode: number | null;
      readonly status: WorkStatus;
      readonly output: Excerpt | null;
    }
  | {
      readonly kind: "edit";
      readonly status: WorkStatus;
      readonly reason: string | null;
      readonly changes: readonly {
        readonly path: string;
        readonly movedTo: string | null;
        readonly written: FileChange["written"];
        readonly change: FileChange["change"];
        readonly diff: Excerpt | null;
      }[];
    }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly input: string;
      readonly status: WorkStatus;
      readonly output: Excerpt | null;
    }
  | { readonly kind: "approval"; readonly subject: string; readonly decision: string | null }
  | { readonly kind: "notice"; readonly line: string };
