import type { Decision, Request } from "../run.ts";

export interface DecisionChoice {
  /** Its key on every face. */
  readonly key: string;
  readonly decision: Decision;
  readonly words: string;
}

/** In display order. */
export const decisionChoices: readonly DecisionChoice[] = [
  { key: "y", decision: "once", words: "yes, once" },
  { key: "s", decision: "session", words: "yes, for this session" },
  { key: "a", decision: "always", words: "yes, always (adds the permanent rule shown above)" },
  { key: "n", decision: "decline", words: "no" },
  { key: "c", decision: "cancel", words: "no, and stop the turn" },
];

/** Whether to continue although settings differ from what was recorded. */
export const driftChoices: readonly DecisionChoice[] = [
  { key: "y", decision: "once", words: "continue with these settings" },
  { key: "n", decision: "decline", words: "do not continue" },
];

/** Only what the agent offers. */
export function choicesAmong(offered: readonly Decision[]): readonly DecisionChoice[] {
  return decisionChoices.filter(({ decision }) => offered.includes(decision));
}

/** Null if the key is no answer here. Capital letters count too. */
export function decisionFor(key: string, offered: readonly Decision[]): Decision | null {
  return choicesAmong(offered).find((one) => one.key === key.toLowerCase())?.decision ?? null;
}

/** The answer of Esc and `q`: the mildest refusal offered; null if none. */
export function mildestNo(offered: readonly Decision[]): Decision | null {
  return (["decline", "cancel"] as const).find((decision) => offered.includes(decision)) ?? null;
}

/** The outcome of a request. */
export const decisionWords: Readonly<Record<Decision, string>> = {
  once: "allowed once",
  session: "allowed for this session",
  always: "allowed always",
  decline: "declined",
  cancel: "declined, and the turn stopped",
};

/** Follows the name of the requester. */
export const asksTo: Readonly<Record<Request["kind"], string>> = {
  command: "asks to run a command",
  edit: "asks to change files",
  permissions: "asks for more permissions",
  question: "asks you",
  other: "asks",
};

/** For the help of a face, in one line. */
export const decisionHelp = `${decisionChoices
  .map(({ key, words }) => `${key}: ${words.replace(/ \(.*/, "")}`)
  .join("; ")}. Esc and q say no.`;
