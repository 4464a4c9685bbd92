import { approvalsIn, type Consent, type RestorePlan, recapIn } from "@reprise/model";

/** What the person ticked on a plan. */
export interface PlanTicks {
  readonly reusesApprovals: boolean;
  readonly sendsRecap: boolean;
  readonly allowsWider: boolean;
}

/** Nothing wider is ever ticked at first. */
export function firstTicks(plan: RestorePlan): PlanTicks {
  return { reusesApprovals: false, sendsRecap: recapIn(plan) !== null, allowsWider: false };
}

export function isWider({ drift }: RestorePlan): boolean {
  return drift.some(({ widens }) => widens);
}

/** Why the plan cannot be carried out as ticked; null if it can. */
export function whyNotResume(plan: RestorePlan, ticks: PlanTicks): string | null {
  if (plan.mode === null || plan.mode === "handoff") return "The session cannot be continued in its thread.";
  if (isWider(plan) && !ticks.allowsWider) return "It would be permitted more than before. Tick that first.";
  return null;
}

export function consentFor(plan: RestorePlan, ticks: PlanTicks): Consent {
  return {
    drift: "ask",
    reappliesApprovals: ticks.reusesApprovals && approvalsIn(plan).length > 0,
    sendsRecap: ticks.sendsRecap && recapIn(plan) !== null,
    allowsWider: ticks.allowsWider && isWider(plan),
    ...{ canAnswer: true, stays: true },
  };
}
