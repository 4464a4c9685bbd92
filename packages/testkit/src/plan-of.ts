import type { PlanOf, RestorePlan } from "@reprise/model";

/** The plan, which must be of this mode; its fields can be read then. */
export function planOf<Mode extends RestorePlan["mode"]>(plan: RestorePlan, mode: Mode): PlanOf<Mode> {
  if (plan.mode === mode) return plan as PlanOf<Mode>;
  throw new Error(`The plan is ${plan.mode}, not ${mode}: ${JSON.stringify(plan.refusals)}`);
}
