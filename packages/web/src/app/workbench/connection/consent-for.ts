import { type Answers, type Consent, consentFrom, firstAnswers, needsWider, type RestorePlan } from "@reprise/model";

/** What the person ticked on a plan. */
export interface PlanTicks {
  readonly answers: Answers;
  readonly allowsWider: boolean;
}

/** Nothing wider is ever ticked at first. */
export function firstTicks(plan: RestorePlan): PlanTicks {
  return { answers: firstAnswers(plan), allowsWider: false };
}

/** Why the plan cannot be carried out as ticked; null if it can. */
export function whyNotResume(plan: RestorePlan, ticks: PlanTicks): string | null {
  if (plan.mode === null || plan.mode === "handoff") return "The session cannot be continued in its thread.";
  if (needsWider(plan) && !ticks.allowsWider) return "It would be permitted more than before. Tick that first.";
  return consentFor(plan, ticks) === null ? "It costs money. Agree to that first." : null;
}

/** Null: it needs a yes that was not given. */
export function consentFor(plan: RestorePlan, { answers, allowsWider }: PlanTicks): Consent | null {
  return consentFrom(plan, answers, {
    allowsWider: allowsWider && needsWider(plan),
    canAnswer: true,
    stays: true,
  });
}
