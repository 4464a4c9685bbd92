import type { Live } from "./run.ts";
import type { restoreEventSchema } from "./schema/event.ts";
import type {
  ailmentSchema,
  driftSchema,
  keptApprovalSchema,
  offeredWaySchema,
  planSchema,
  refusalSchema,
  unfinishedSchema,
  wishSchema,
} from "./schema/plan.ts";
import type { Value } from "./schema/value.ts";

/** From the one that keeps most to the one that keeps least. `fork` continues beside the session, from any of its turns. */
export const restoreModes = ["resume", "fork", "replay", "handoff"] as const;
export type RestoreMode = (typeof restoreModes)[number];

/**
 * How a new thread gets its history. `native`: as a session in the agent's own files. `inject`: given to the agent without a
 * model call. `segments`: sent to the model piece by piece, each interrupted once it is recorded. `fork`: by the agent itself.
 */
export const replayWays = ["inject", "native", "segments", "fork"] as const;
export type ReplayWay = (typeof replayWays)[number];

/** A way that a replay to an agent can take. */
export type OfferedWay = Value<typeof offeredWaySchema>;

/** Why a mode is not possible. `detail` is readable aloud and says what to do. */
export type Refusal = Value<typeof refusalSchema>;

/** Recorded is not what would be used now. */
export type Drift = Value<typeof driftSchema>;

/** Work whose outcome the log does not hold. */
export type Unfinished = Value<typeof unfinishedSchema>;

/** What makes a session fail when it is sent to a model again, or makes the agent drop part of it. */
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
  "unreadable-line",
] as const;
export type AilmentKind = (typeof ailmentKinds)[number];

/**
 * What a plain resume does with an ailment. `refused`: the agent does not open the session. `sent`: it is sent to the model as
 * it is, and models refuse that. `healed`: the agent leaves it out or mends it.
 */
export const ailmentFates = ["refused", "sent", "healed"] as const;
export type AilmentFate = (typeof ailmentFates)[number];

export type Ailment = Value<typeof ailmentSchema>;

/** An answer given for the whole session that can be given again. */
export type KeptApproval = Value<typeof keptApprovalSchema>;

export const approvalSources = ["saved", "log"] as const;

/** What a restore will do. Made without effects; carrying it out uses nothing else. */
export type RestorePlan = Value<typeof planSchema> & {
  /** Saved prompts that `prompt` or `unsentPrompt` is made of: whoever carries the plan out sends them, and nobody else. No part of the JSON. */
  readonly carries?: readonly string[] | undefined;
};

/** The plans of some modes; null: no mode is possible. */
export type PlanOf<Mode extends RestorePlan["mode"]> = Extract<RestorePlan, { readonly mode: Mode }>;

/** A plan that continues in a thread: neither a brief nor a refusal. */
export type ThreadPlan = PlanOf<"resume" | "fork" | "replay">;

/** Answers that can be given again, on consent. */
export function approvalsIn(plan: RestorePlan): readonly KeptApproval[] {
  return "approvals" in plan ? plan.approvals : [];
}

/** The recap of unfinished work; null where none would be sent. */
export function recapIn(plan: RestorePlan): string | null {
  return "recap" in plan ? plan.recap : null;
}

/** The turns that are carried over; null: all of them, or none. */
export function turnsIn(plan: RestorePlan): PlanOf<"replay">["turns"] | null {
  return "turns" in plan ? plan.turns : null;
}

/** A plain resume runs into it. What the agent heals is no reason to say anything. */
export function isInTheWay({ onResume }: Ailment): boolean {
  return onResume === "refused" || onResume === "sent";
}

/** A resume that the agent or its model is known to refuse; the plan's ailments say why. */
export function isExpectedToFail(plan: RestorePlan): boolean {
  return plan.mode === "resume" && plan.ailments.some(isInTheWay);
}

/** What the person wants otherwise than recorded. */
export type Wish = Value<typeof wishSchema>;

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
};

export type RestoreEvent = Live<Value<typeof restoreEventSchema>>;
