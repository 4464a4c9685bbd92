import type { SessionState, TurnState } from "@reprise/model";
import type { Clip } from "../text/clip.ts";
import type { BriefItem } from "./brief-item.ts";
import type { Constraint } from "./constraints.ts";
import type { Failure } from "./failures.ts";
import type { Goal } from "./goals.ts";
import type { TouchedFile } from "./touched-files.ts";

/** What there is to say of a session in a few pages, whatever its length. What was taken back is not in it. */
export interface SessionDigest {
  readonly turnCount: number;
  readonly commandCount: number;
  /** Of these, how many waited for an approval and never ran. */
  readonly waitingCount: number;
  readonly editCount: number;
  readonly state: SessionState;
  readonly goal: Goal | null;
  /** The turn in which the person dropped the goal and named no other. */
  readonly withdrawnIn: number | null;
  /** In the order they were said. */
  readonly constraints: readonly Constraint[];
  /** What the last reply asks the person, where nothing came after it. */
  readonly question: { readonly turn: number; readonly text: Clip } | null;
  /** Every turn that was asked for something, or the first and the last ones. */
  readonly requests: readonly Requested[];
  readonly requestCount: number;
  /** The agent's own, of its last compaction. */
  readonly summary: { readonly turn: number; readonly text: Clip } | null;
  /** The last change first. */
  readonly files: readonly TouchedFile[];
  readonly fileCount: number;
  /** The last ones, newest first, each command once. */
  readonly commands: readonly { readonly item: BriefItem; readonly times: number }[];
  /** What failed and has not succeeded since, newest first. */
  readonly failing: readonly Failure[];
  /** The last turns, oldest first. */
  readonly turns: readonly LastTurn[];
  readonly takenBack: {
    readonly turnCount: number;
    /** Something was taken back, and it is not known what. */
    readonly isUnclear: boolean;
    /** Files that only turns which were taken back have changed; they may be changed still. */
    readonly paths: readonly string[];
  };
}

/** A prompt, and what became of its turn. */
export interface Requested {
  readonly turn: number;
  readonly prompt: Clip;
  readonly outcome: Outcome;
}

/**
 * `done` needs evidence: the turn ended, and its work succeeded or its tests passed. `answered`: it ended, and there was nothing but a reply.
 * `unproven`: it ended, and some of its work failed, was declined or has no recorded outcome.
 */
export interface Outcome {
  readonly kind: "done" | "answered" | "unproven" | "failed" | "interrupted" | "live";
  readonly evidence: string | null;
  /** What the agent says came of it. */
  readonly claim: string | null;
}

export interface LastTurn {
  readonly number: number;
  readonly state: TurnState;
  /** Items of it that are not here. */
  readonly leftOutCount: number;
  readonly items: readonly BriefItem[];
}
