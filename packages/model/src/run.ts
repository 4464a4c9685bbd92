import type { Baseline } from "./permissions.ts";
import type { restoreQuestionSchema, runEventSchema } from "./schema/event.ts";
import type {
  answerSchema,
  consentSchema,
  decisionSchema,
  failureKindSchema,
  failureSchema,
  grantSchema,
  inputSchema,
  networkTargetSchema,
  processIdentitySchema,
  proposedChangeSchema,
  questionSchema,
  requestSchema,
  ruleSchema,
  runScopeSchema,
  runStateSchema,
  runStatusSchema,
  runWishSchema,
  settingsSchema,
} from "./schema/run.ts";
import type { Value } from "./schema/value.ts";
import type { ItemBody } from "./transcript.ts";

/** One span of live execution that we started. */
export type RunId = string & { readonly run: unique symbol };

/** The last state in a journal. `running` counts only while its process lives. */
export type RunStatus = Value<typeof runStatusSchema>;

/** The settings of a thread. Null is unknown, or left to the agent. */
export type Settings = Value<typeof settingsSchema>;

export const noSettings: Settings = {
  model: null,
  provider: null,
  effort: null,
  summary: null,
  sandbox: null,
  approvalPolicy: null,
  cwd: null,
};

/** Why a turn or a run failed, as far as it matters for continuing. */
export type FailureKind = Value<typeof failureKindSchema>;

/** Reasons that may be gone on a retry. */
const passing: readonly FailureKind[] = ["transport", "server", "limit", "authentication", "busy"];

export function isPassing({ kind }: Pick<Failure, "kind">): boolean {
  return passing.includes(kind);
}

export type Failure = Value<typeof failureSchema>;

/** An action the agent may not take without an answer. */
export type Request = Value<typeof requestSchema>;

export type ProposedChange = Value<typeof proposedChangeSchema>;

export type NetworkTarget = Value<typeof networkTargetSchema>;

/** `other`: unknown to this version; `target` is then the agent's own JSON. */
export type Grant = Value<typeof grantSchema>;

/** A permanent rule for the whole agent home. */
export type Rule = Value<typeof ruleSchema>;

/** The optional fields of a request, empty. */
export const plainRequest = {
  questions: [],
  environment: null,
  network: null,
  grants: [],
  rule: null,
  changes: [],
} as const satisfies Partial<Request>;

export type Question = Value<typeof questionSchema>;

/**
 * `session`: for the life of this session. `always`: writes a rule for the whole agent home. `cancel`: declines and stops
 * the turn.
 */
export type Decision = Value<typeof decisionSchema>;

export type Answer = Value<typeof answerSchema>;

/** Events of a run, in order. Items repeat under one key as they grow. */
export type RunEvent = Live<Value<typeof runEventSchema>>;

/** Items of a live run carry fields that only planning needs. */
export type Live<Event> = Event extends { readonly type: "item" }
  ? Omit<Event, "item"> & { readonly item: ItemBody }
  : Event;

/** A question for the user while a plan is carried out. */
export type RestoreQuestion = Value<typeof restoreQuestionSchema>;

/** Attachments of a prompt. */
export type PromptInput = Value<typeof inputSchema>;

export type RunWish = Omit<Value<typeof runWishSchema>, "settings"> & {
  readonly settings: Partial<Settings>;
  /** The most that the agent may start with; nothing is sent if it reports more. Set by Reprise; not in the JSON. */
  readonly permitted?: Baseline | undefined;
};

/** What the user agreed to before a plan is carried out. */
export type Consent = Value<typeof consentSchema>;

/** The subject of a run; runs of one scope are offered for resuming together. */
export type RunScope = Value<typeof runScopeSchema>;

/** The latest state of a run's journal; rebuilt from it if lost. */
export type RunState = Value<typeof runStateSchema>;

/** A pid alone may belong to another process by now. */
export type ProcessIdentity = Value<typeof processIdentitySchema>;
