import { approvalsIn, type RestorePlan } from "@reprise/model";
import { isGrave } from "../restore/consents.ts";

/** Whether a person has to look at the plan before it is carried out; the recap of unfinished work is part of any resume. */
export function needsConsent(plan: RestorePlan): boolean {
  return (
    plan.owner !== null ||
    plan.mode !== "resume" ||
    isGrave(plan) ||
    plan.drift.some(({ kind, now }) => kind !== "file" || now !== null) ||
    approvalsIn(plan).length > 0
  );
}
