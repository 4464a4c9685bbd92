import type { Baseline } from "./permissions.ts";
import type { Live } from "./run.ts";
import type { restoreEventSchema } from "./schema/event.ts";
import type {
  ailmentSchema,
  driftSchema,
  keptApprovalSchema,
  narrowedSchema,
  offeredWaySchema,
  planSchema,
  refusalSchema,
  unfinishedSchema,
  wishSchema,
} from "./schema/plan.ts";
import type { Value } from "./schema/value.ts";

/** From the mode that keeps most to the one that keeps least. `fork` continues in a copy, from any turn. */
export const restoreModes = ["resume", "fork", "replay", "handoff"] as const;
export type RestoreMode = (typeof restoreModes)[number];

/**
 * How a new thread gets its history. `native`: as a session in the agent's own files. `inject`: passed to the agent without
 * a model call. `segments`: sent to the model piece by piece, each interrupted once recorded. `fork`: by the agent itself.
 */
export const replayWays = ["inject", "native", "segments", "fork"] as const;
export type ReplayWay = (typeof replayWays)[number];

/** A way a replay to an agent can use. */
export type OfferedWay = Value<typeof offeredWaySchema>;

/** Why a mode is not possible. `detail` is readable aloud and says what to do. */
export type Refusal = Value<typeof refusalSchema>;

/** A difference between the recorded value and the current one. */
export type Drift = Value<typeof driftSchema>;

/** A recorded setting that is replaced by the narrower one of the baseline. */
export type Narrowed = Value<typeof narrowedSchema>;

/** Work without an outcome in the log. */
export type Unfinished = Value<typeof unfinishedSchema>;

/** A problem that makes a session fail when sent to a model again, or makes the agent drop part of it. */
export const ailmentKinds = [
  "orphan-call",
  "orphan-output",
  "misplaced-output",
  "duplicate-output",
  "duplicate-call-id",
  "bad-call-id",
  "bad-tool-name",
  "bad-tool-input",
  "bad-tool-output",
  "bad-role",
  "bad-order",
  "bad-item-id",
  "duplicate-item-id",
  "unknown-block",
  "malformed-item",
  "empty-content",
  "skipped-prompt",
  "foreign-reasoning",
  "lone-surrogate",
  "nul",
  "oversized-item",
  "oversized-image",
  "broken-image",
  "ordinal",
  "context-full",
  "missing-base",
  "missing-header",
  "second-header",
  "bad-timestamp",
  "broken-chain",
  "emptied",
  "unreadable-line",
] as const;
export type AilmentKind = (typeof ailmentKinds)[number];

/**
 * What a plain resume does with an ailment. `refused`: the agent does not open the session. `sent`: it is sent to the model
 * unchanged, and models refuse it. `lost`: the agent continues without part of the conversation. `healed`: the agent drops or
 * repairs it.
 */
export const ailmentFates = ["refused", "sent", "lost", "healed"] as const;
export type AilmentFate = (typeof ailmentFates)[number];

export type Ailment = Value<typeof ailmentSchema>;

/** An approval given for the whole session that can be reused. */
export type KeptApproval = Value<typeof keptApprovalSchema>;

export const approvalSources = ["saved", "log"] as const;

/** Sent where a session continues and the person has written nothing. */
export const goOn = "Continue where you left off.";

/** What a restore will do. Made without effects; carrying it out uses nothing else. */
export type RestorePlan = Value<typeof planSchema> & {
  /**
   * Saved prompts contained in `prompt` or `unsentPrompt`: only the process that carries the plan out sends them. Not in
   * the JSON.
   */
  readonly carries?: readonly string[] | undefined;
};

/** Plans of the given modes; null: no mode is possible. */
export type PlanOf<Mode extends RestorePlan["mode"]> = Extract<RestorePlan, { readonly mode: Mode }>;

/** A plan that continues in a thread: neither a brief nor a refusal. */
export type ThreadPlan = PlanOf<"resume" | "fork" | "replay">;

/** Approvals that can be reused, with consent. */
export function approvalsIn(plan: RestorePlan): readonly KeptApproval[] {
  return "approvals" in plan ? plan.approvals : [];
}

/** The recap of unfinished work; null if none would be sent. */
export function recapIn(plan: RestorePlan): string | null {
  return "recap" in plan ? plan.recap : null;
}

/** The turns to carry over; null: all or none. */
export function turnsIn(plan: RestorePlan): PlanOf<"replay">["turns"] | null {
  return "turns" in plan ? plan.turns : null;
}

/** Blocks a plain resume. Ailments the agent heals are not reported. */
export function isInTheWay({ onResume }: Ailment): boolean {
  return onResume === "refused" || onResume === "sent" || onResume === "lost";
}

/** The agent or its model is known to refuse this resume; the plan's ailments say why. */
export function isExpectedToFail(plan: RestorePlan): boolean {
  return plan.mode === "resume" && plan.ailments.some(isInTheWay);
}

/** Restore continues in the thread, else in a new one that gets the history. A brief is an action of its own. */
export const continuingModes: readonly RestoreMode[] = ["resume", "replay"];

/** Permissions would widen: by the plan, or by what the agent returned. */
export function needsWider(plan: RestorePlan): boolean {
  if (plan.mode === "handoff") return false; // a brief grants nothing
  return plan.drift.some(({ widens }) => widens) || isRefusedAsWider(plan);
}

export function isRefusedAsWider({ refusals }: RestorePlan): boolean {
  return refusals.some(({ reason }) => reason === "wider-permissions");
}

/** What the user wants to differ from the record. */
export type Wish = Value<typeof wishSchema> & {
  /** The baseline, instead of what is known of the session itself. Set by Reprise; not in the JSON. */
  readonly permitted?: Baseline | undefined;
};

/** As recorded, in its own thread, without fallbacks. */
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
  endsRun: null,
};

export type RestoreEvent = Live<Value<typeof restoreEventSchema>>;
