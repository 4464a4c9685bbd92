import type { PlanOf, RestorePlan } from "@reprise/model";

/** Asserts the plan's mode, so that its fields can be read. */
export function planOf<Mode extends RestorePlan["mode"]>(plan: RestorePlan, mode: Mode): PlanOf<Mode> {
  if (plan.mode === mode) return plan as PlanOf<Mode>;
  throw new Error(`The plan is ${plan.mode}, not ${mode}: ${JSON.stringify(plan.refusals)}`);
}
