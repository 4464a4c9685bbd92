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

/** What a journal's last state is. `running` is only believed while its process lives. */
export type RunStatus = Value<typeof runStatusSchema>;

/** How a thread is set up. Null is not known, or left to the agent. */
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

/** Why a turn or a run failed, as far as it matters for going on. */
export type FailureKind = Value<typeof failureKindSchema>;

/** Reasons that may be over when it is tried again. */
const passing: readonly FailureKind[] = ["transport", "server", "limit", "authentication", "busy"];

export function isPassing({ kind }: Pick<Failure, "kind">): boolean {
  return passing.includes(kind);
}

export type Failure = Value<typeof failureSchema>;

/** Something the agent may not do without an answer. */
export type Request = Value<typeof requestSchema>;

export type ProposedChange = Value<typeof proposedChangeSchema>;

export type NetworkTarget = Value<typeof networkTargetSchema>;

/** `other`: something this version has no word for; `target` is then the agent's own JSON. */
export type Grant = Value<typeof grantSchema>;

/** A permanent rule for the whole agent home. */
export type Rule = Value<typeof ruleSchema>;

/** Of a request that has nothing of the kind. */
export const plainRequest = {
  questions: [],
  environment: null,
  network: null,
  grants: [],
  rule: null,
  changes: [],
} as const satisfies Partial<Request>;

export type Question = Value<typeof questionSchema>;

/** `session`: as long as this session lives. `always`: writes a rule for the whole agent home. `cancel`: decline and stop the turn. */
export type Decision = Value<typeof decisionSchema>;

export type Answer = Value<typeof answerSchema>;

/** What happens in a run, in order. Items repeat under one key as they grow. */
export type RunEvent = Live<Value<typeof runEventSchema>>;

/** Items of a live run carry what only planning needs. */
export type Live<Event> = Event extends { readonly type: "item" }
  ? Omit<Event, "item"> & { readonly item: ItemBody }
  : Event;

/** What only a person can decide while a plan is carried out. */
export type RestoreQuestion = Value<typeof restoreQuestionSchema>;

/** What goes with a prompt besides its text. */
export type PromptInput = Value<typeof inputSchema>;

/** What to run. */
export type RunWish = Omit<Value<typeof runWishSchema>, "settings"> & {
  readonly settings: Partial<Settings>;
};

/** What the person agreed to before a plan is carried out. */
export type Consent = Value<typeof consentSchema>;

/** What a run is about; runs of one scope are offered for resuming together. */
export type RunScope = Value<typeof runScopeSchema>;

/** The latest state of a run's journal; rebuilt from it when lost. */
export type RunState = Value<typeof runStateSchema>;

/** A pid alone may be somebody else's by now. */
export type ProcessIdentity = Value<typeof processIdentitySchema>;
