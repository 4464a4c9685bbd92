import type { Agent, SessionId, ThreadId } from "./ids.ts";
import type { Baseline } from "./permissions.ts";
import type { FailureKind, Request, RunEvent, RunId, Settings } from "./run.ts";
import type { Owner } from "./session.ts";

/** From the one that keeps most to the one that keeps least. `fork` goes on beside the session, from any of its turns. */
export type RestoreMode = "resume" | "fork" | "replay" | "handoff";

/**
 * How a new thread comes to its history. `native`: as a session in the agent's own store. `inject`: told to the agent
 * without a model call. `segments`: sent to the model piece by piece, each interrupted once it is recorded.
 * `fork`: by the agent itself.
 */
export const replayWays = ["inject", "native", "segments", "fork"] as const;
export type ReplayWay = (typeof replayWays)[number];

/** A way that a replay to an agent can take. */
export interface OfferedWay {
  readonly way: ReplayWay;
  /** How far a replay of ours had come that went this way and stopped: choosing it goes on there. */
  readonly stopped: { readonly sentCount: number; readonly segmentCount: number } | null;
}

/** Why a mode is not possible. `detail` is readable aloud and says what to do. */
export interface Refusal {
  readonly mode: RestoreMode;
  readonly reason:
    | FailureKind
    | "wider-permissions"
    | "folder-missing"
    | "not-supported"
    | "no-thread"
    | "nothing-to-tell"
    | "not-wanted";
  readonly detail: string;
}

/** Recorded is not what would be used now. */
export interface Drift {
  readonly kind: "setting" | "folder" | "git" | "file" | "tool";
  readonly subject: string;
  readonly recorded: string | null;
  /** Of a file, null: nobody can tell whether it changed, and nothing is asked about it. */
  readonly now: string | null;
  /** More would be permitted than the plan's baseline, or than the log says; never without an explicit yes to just that. */
  readonly widens: boolean;
  /** What it costs or changes, where that is known. */
  readonly note: string | null;
}

/** Work whose outcome the log does not hold. */
export interface Unfinished {
  readonly item: string;
  readonly kind: "command" | "edit" | "tool";
  readonly subject: string;
  readonly outcome: "unknown" | "still-running" | "done" | "not-done" | "partly-done";
  /** What makes us say so. */
  readonly evidence: string;
}

/** What makes a session fail when it is sent to a model again. */
export type AilmentKind =
  | "orphan-call"
  | "orphan-output"
  | "foreign-reasoning"
  | "lone-surrogate"
  | "nul"
  | "oversized-item"
  | "oversized-image"
  | "broken-image"
  | "ordinal"
  | "context-full"
  | "missing-base"
  | "unreadable-line";

/**
 * What a plain resume makes of an ailment. `refused`: the agent does not open the session. `sent`: it goes to the model as
 * it is, and models refuse that. `healed`: the agent leaves it out or mends it.
 */
export const ailmentFates = ["refused", "sent", "healed"] as const;
export type AilmentFate = (typeof ailmentFates)[number];

export interface Ailment {
  readonly kind: AilmentKind;
  /** As the real agent was seen to do; null where nobody has tried. */
  readonly onResume: AilmentFate | null;
  readonly file: string;
  readonly line: number;
  readonly byteOffset: number;
  /** Readable aloud: what it is, and what a cleaned copy does about it. */
  readonly detail: string;
}

/** An answer given for the whole session that can be given again. */
export interface KeptApproval {
  readonly hash: string;
  readonly subject: string;
  /** `saved`: a person gave it to us. `log`: only the agent's own log claims it, so it needs a person's yes of its own. */
  readonly source: ApprovalSource;
}

export const approvalSources = ["saved", "log"] as const;
export type ApprovalSource = (typeof approvalSources)[number];

/** What a restore will do. Made without effects; carrying it out uses nothing else. */
export interface RestorePlan {
  /** Null: no mode is possible. */
  readonly mode: RestoreMode | null;
  readonly session: SessionId;
  /** The files it was made from; when they have changed, plan again. */
  readonly basis: readonly { readonly path: string; readonly sizeBytes: number; readonly mtimeMs: number }[];
  /** Who goes on with it. */
  readonly target: Agent;
  /** How a new thread is told; null for a resume and a handoff. */
  readonly via: ReplayWay | null;
  /** The ways that could be chosen, `via` among them where it can be carried out; none for other modes than replay. */
  readonly ways: readonly OfferedWay[];
  /** The turns that are carried over; null for a resume, where all are. */
  readonly turns: { readonly from: number; readonly to: number } | null;
  /** What will be asked of the agent. */
  readonly settings: Settings;
  /** What `widens` is measured against; null where no agent would be started, or its permissions cannot be compared. */
  readonly baseline: Baseline | null;
  readonly drift: readonly Drift[];
  readonly refusals: readonly Refusal[];
  readonly segments: readonly {
    readonly number: number;
    readonly items: readonly string[];
    readonly tokens: number;
  }[];
  /** What the model will be sent with the next prompt, as far as it is known. */
  readonly tokens: number;
  /** Counted with a real tokenizer; otherwise estimated by length. */
  readonly hasExactTokens: boolean;
  /** What the target's model can take; the plan fits into it. Null for a resume. */
  readonly contextTokens: number | null;
  /** The text of a handoff, or what a new thread is told in place of turns that do not fit. */
  readonly brief: string | null;
  /** What is wrong with the session, where that was looked for; in the plan of a resume only what would make it fail. */
  readonly ailments: readonly Ailment[];
  /** A replay of ours that died: it is gone on with, and nothing is sent twice. */
  readonly continues: RunId | null;
  readonly approvals: readonly KeptApproval[];
  /** Requests of a dead process: they can be asked again, not granted. */
  readonly pending: readonly Request[];
  readonly unfinished: readonly Unfinished[];
  readonly lost: readonly string[];
  /** What only a running agent can tell; compared in the handshake. */
  readonly unchecked: readonly string[];
  readonly owner: Owner | null;
  /** What will be sent, once the thread is there; null when nothing is. */
  readonly prompt: string | null;
  /** The account of unfinished work, told to the model before the prompt, on consent. */
  readonly account: string | null;
  /** A prompt that was sent before and is in no log of the agent's, where nothing is to be sent: it is the person's again. */
  readonly unsentPrompt: string | null;
}

/** A resume that the agent or its model is known to refuse; the plan's ailments say why. */
export function isExpectedToFail({ mode, ailments }: RestorePlan): boolean {
  return mode === "resume" && ailments.some(({ onResume }) => onResume === "sent" || onResume === "refused");
}

/** What the person wants otherwise than recorded. */
export interface Wish {
  readonly settings: Partial<Settings>;
  /** `recorded`: as it was. `current`: as the agent is set up now. */
  readonly otherwise: "recorded" | "current";
  readonly prompt: string | null;
  readonly allowsWider: boolean;
  /** Tried in this order; the first that is possible is planned, and why the others are not stands in the plan. */
  readonly modes: readonly RestoreMode[];
  /** Another agent to go on with. */
  readonly to: Agent | null;
  readonly via: ReplayWay | null;
  /** Go on after this turn instead of the last. */
  readonly at: number | null;
  /** The most tokens of one segment. */
  readonly segmentTokens: number;
  /** The most tokens of a brief. */
  readonly briefTokens: number;
  /** What the target's model can take, where the person knows better. */
  readonly contextTokens: number | null;
  /** Nothing is sent until the person says something. */
  readonly isSilent: boolean;
  /** A brief in place of the history. */
  readonly asBrief: boolean;
  /** Look for what makes the session fail. */
  readonly looksForAilments: boolean;
  /** Count with a real tokenizer. */
  readonly wantsExactTokens: boolean;
}

/** As recorded, in its own thread, and nothing else tried. */
export const usualWish: Wish = {
  settings: {},
  otherwise: "recorded",
  prompt: null,
  allowsWider: false,
  modes: ["resume"],
  to: null,
  via: null,
  at: null,
  segmentTokens: 2000,
  briefTokens: 4000,
  contextTokens: null,
  isSilent: false,
  asBrief: false,
  looksForAilments: false,
  wantsExactTokens: false,
};

export type RestoreEvent =
  | RunEvent
  | { readonly type: "checking" }
  | { readonly type: "checked"; readonly settings: Settings }
  | { readonly type: "drift-found"; readonly drift: readonly Drift[] }
  /** One piece of history is where it should be. */
  | {
      readonly type: "restoring";
      readonly doneCount: number;
      readonly totalCount: number;
      readonly items: readonly string[];
      readonly tokens: number;
    }
  /** The person stopped it between two pieces; what was told stays told. */
  | { readonly type: "restore-cancelled"; readonly doneCount: number; readonly totalCount: number }
  /** The new thread has all of the history. */
  | {
      readonly type: "restored";
      readonly session: SessionId;
      readonly thread: ThreadId;
      readonly from: SessionId;
      readonly via: ReplayWay;
      readonly itemCount: number;
      readonly segmentCount: number;
      /** Sent to a model for it; 0 when it was told without one. */
      readonly sentTokens: number;
    }
  | { readonly type: "brief"; readonly text: string; readonly tokens: number }
  /** With the plan of the next mode where there is one. */
  | { readonly type: "refused"; readonly plan: RestorePlan }
  | { readonly type: "busy"; readonly owner: Owner | null };
