import { type Drift, isExpectedToFail, needsWider, type PlanOf, type RestorePlan } from "@reprise/model";

/** A resume that changes nothing a person would have to know before it starts. */
export function isPlainResume(plan: RestorePlan): plan is PlanOf<"resume"> {
  return (
    plan.mode === "resume" &&
    plan.owner === null &&
    plan.approvals.length === 0 &&
    plan.recap === null &&
    plan.pending.length === 0 &&
    !needsWider(plan) &&
    !isExpectedToFail(plan) &&
    !plan.drift.some(isChange)
  );
}

/** Not the files: the run itself changed them, and the agent is sent what is to do. Nor what may not have changed at all. */
function isChange({ kind, now }: Drift): boolean {
  return kind !== "file" && now !== null;
}
