import {
  approvalsIn,
  type Consent,
  costOf,
  costWords,
  isExpectedToFail,
  needsWider,
  type RestorePlan,
  recapIn,
  recapWords,
  reuseWords,
  widerWords,
} from "@reprise/model";

/** What the person agreed to for the plan on the screen. Nothing that widens or costs is agreed to at first. */
export interface Agreed {
  readonly approvals: boolean;
  /** Approvals that only the agent's log claims. */
  readonly trustsLog: boolean;
  readonly recap: boolean;
  readonly steps: boolean;
  readonly cost: boolean;
}

export const agreedAtFirst: Agreed = {
  ...{ approvals: false, trustsLog: false, recap: true, steps: false, cost: false },
};

export interface Question {
  readonly kind: keyof Agreed | "wider";
  readonly text: string;
  readonly tone: "plain" | "caution" | "danger";
}

/** In the order they are asked; each only where the plan needs it. */
export function questionsOf(plan: RestorePlan): readonly Question[] {
  const questions: Question[] = [];
  if (needsWider(plan))
    questions.push({ kind: "wider", text: `Allow wider permissions: ${widerText(plan)}`, tone: "danger" });
  if (plan.mode === null || plan.mode === "handoff") return questions;
  const cost = costWords(plan);
  if (cost !== null) questions.push({ kind: "cost", text: `Agree to ${cost}`, tone: "caution" });
  const [saved, logged] = ["saved", "log"].map((source) =>
    approvalsIn(plan).filter((one) => one.source === source),
  );
  if (saved !== undefined && saved.length > 0)
    questions.push({ kind: "approvals", text: reuseWords(saved), tone: "plain" });
  if (logged !== undefined && logged.length > 0)
    questions.push({
      kind: "trustsLog",
      text: `${reuseWords(logged)} that only the agent's log claims`,
      tone: "caution",
    });
  if (recapIn(plan) !== null) questions.push({ kind: "recap", text: recapWords, tone: "plain" });
  if (plan.mode === "replay" && plan.via === "segments")
    questions.push({ kind: "steps", text: "Ask before each segment", tone: "plain" });
  return questions;
}

function widerText(plan: RestorePlan): string {
  const words = widerWords(plan.drift);
  return words === "" ? "as the refusal above says" : words;
}

/** Why the plan cannot start; null if it can. */
export function whyNotStart(plan: RestorePlan | null, agreed: Agreed, allowsWider: boolean): string | null {
  if (plan === null) return "There is no plan yet.";
  if (needsWider(plan) && !allowsWider)
    return "It would permit more than before. Allow that first, or choose another way.";
  if (plan.mode === null) return "This is not possible, as shown above. Choose another way.";
  if (costOf(plan) !== null && !agreed.cost) return "It costs money. Agree to that first.";
  return null;
}

/** Appears as a surprise where something else was: not started by a click meant for that. */
export function isGrave(plan: RestorePlan): boolean {
  return costOf(plan) !== null || needsWider(plan) || isExpectedToFail(plan);
}

export function consentOf(plan: RestorePlan, agreed: Agreed, allowsWider: boolean): Consent {
  const sources = new Set(approvalsIn(plan).map(({ source }) => source));
  const hasSaved = sources.has("saved");
  // Those of the log come on top of the saved ones, never alone.
  const trustsLog = agreed.trustsLog && sources.has("log") && (agreed.approvals || !hasSaved);
  return {
    drift: "ask",
    segments: agreed.steps ? "ask" : "send",
    reappliesApprovals: (agreed.approvals && hasSaved) || trustsLog,
    trustsLog,
    sendsRecap: agreed.recap && recapIn(plan) !== null,
    ...{ allowsWider, canAnswer: true, stays: true },
  };
}
