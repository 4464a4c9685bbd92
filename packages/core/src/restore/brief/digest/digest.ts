import type { SessionState, TurnState } from "@reprise/model";
import type { Clip } from "../text/clip.ts";
import type { BriefItem } from "./brief-item.ts";
import type { Constraint } from "./constraints.ts";
import type { Failure } from "./failures.ts";
import type { Goal } from "./goals.ts";
import type { TouchedFile } from "./touched-files.ts";

/** A session condensed to a few pages, whatever its length. Excludes rewound parts. */
export interface SessionDigest {
  readonly turnCount: number;
  readonly commandCount: number;
  /** Of these, those that waited for an approval and never ran. */
  readonly waitingCount: number;
  readonly editCount: number;
  readonly state: SessionState;
  readonly goal: Goal | null;
  /** The turn in which the user dropped the goal without naming another. */
  readonly withdrawnIn: number | null;
  /** In the order given. */
  readonly constraints: readonly Constraint[];
  /** The question in the last reply, if nothing followed it. */
  readonly question: { readonly turn: number; readonly text: Clip } | null;
  /** Every turn with a request, or the first and last ones. */
  readonly requests: readonly Requested[];
  readonly requestCount: number;
  /** The agent's own summary, from its last compaction. */
  readonly summary: { readonly turn: number; readonly text: Clip } | null;
  /** Last change first. */
  readonly files: readonly TouchedFile[];
  readonly fileCount: number;
  /** The last ones, newest first, each command once. */
  readonly commands: readonly { readonly item: BriefItem; readonly times: number }[];
  /** Failures that have not succeeded since, newest first. */
  readonly failing: readonly Failure[];
  /** The last turns, oldest first. */
  readonly turns: readonly LastTurn[];
  readonly takenBack: {
    readonly turnCount: number;
    /** Something unknown was rewound. */
    readonly isUnclear: boolean;
    /** Files changed only in rewound turns; the changes may still be on disk. */
    readonly paths: readonly string[];
  };
}

/** A prompt and the outcome of its turn. */
export interface Requested {
  readonly turn: number;
  readonly prompt: Clip;
  readonly outcome: Outcome;
}

/**
 * `done` needs evidence: the turn ended, and its work succeeded or its tests passed. `answered`: it ended with only a reply.
 * `unproven`: it ended, and some of its work failed, was declined or has no recorded outcome.
 */
export interface Outcome {
  readonly kind: "done" | "answered" | "unproven" | "failed" | "interrupted" | "stopped" | "working";
  readonly evidence: string | null;
  /** The result as the agent reports it. */
  readonly claim: string | null;
}

export interface LastTurn {
  readonly number: number;
  readonly state: TurnState;
  /** Items omitted here. */
  readonly leftOutCount: number;
  readonly items: readonly BriefItem[];
}
