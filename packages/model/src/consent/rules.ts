interface ConsentRule {
  readonly situation: string;
  readonly question: string;
  /** Whether starting what is shown is a yes; else only an answer of its own is. */
  readonly atFirst: boolean;
  readonly no: "stops" | "continues";
  readonly grants: string;
}

/** In the order they are asked. docs/security.md has the same table. */
export const consentRules = {
  mode: {
    situation: "it cannot be resumed, or a new thread is wanted",
    question: "Replay ID in a new codex session",
    atFirst: true,
    no: "stops",
    grants: "this plan, with the changes since that it shows",
  },
  failure: {
    situation: "a resume is expected to fail",
    question: "A resume is expected to fail, as shown. Resume all the same",
    atFirst: true,
    no: "stops",
    grants: "this try",
  },
  changes: {
    situation: "settings, tools, the git head or files changed since",
    question: "2 things changed, as shown. Continue",
    atFirst: true,
    no: "stops",
    grants: "the changes shown, none of them wider",
  },
  cost: {
    situation: "history is sent to a model in segments",
    question: "Agree to up to 3 paid model calls…",
    atFirst: false,
    no: "stops",
    grants: "those calls",
  },
  approvals: {
    situation: "Reprise saved approvals of the session",
    question: "Reuse 2 saved approvals",
    atFirst: false,
    no: "continues",
    grants: "each answers its one exact request",
  },
  "log-approvals": {
    situation: "only the agent's log claims approvals",
    question: "Reuse 1 approval that only the agent's log claims",
    atFirst: false,
    no: "continues",
    grants: "the same for those, and for no saved one",
  },
  recap: {
    situation: "work may be unfinished",
    question: "Send the recap of unfinished work",
    atFirst: true,
    no: "continues",
    grants: "its text, as shown, is sent before the prompt",
  },
  steps: {
    situation: "history is sent in segments",
    question: "Ask before each segment",
    atFirst: false,
    no: "continues",
    grants: "nothing: each segment waits for you",
  },
} as const satisfies Record<string, ConsentRule>;

export type ConsentKind = keyof typeof consentRules;
