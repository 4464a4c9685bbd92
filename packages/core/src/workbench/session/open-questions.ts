import {
  approvalsIn,
  busyWords,
  type Consent,
  isExpectedToFail,
  type RestorePlan,
  recapIn,
  refusalWords,
} from "@reprise/model";

/** Nothing is open, or the person has answered it; the rest is asked while it is carried out. */
export const bareConsent: Consent = {
  ...{ drift: "ask", reappliesApprovals: false, sendsRecap: false, allowsWider: false },
  ...{ canAnswer: true, stays: true },
};

/**
 * Why a plan cannot be carried out without the person; null: it can. Saved approvals are a question only for a person who
 * wants them remembered: else none is used.
 */
export function consentNeeded(plan: RestorePlan, remembers: boolean): string | null {
  if (plan.owner !== null) return `${busyWords(plan.owner)} it continues here.`;
  if (plan.mode === null || plan.mode === "handoff") return refusalWords(plan);
  if (plan.mode !== "resume") return "It cannot be resumed. It can be continued in a new thread.";
  if (isExpectedToFail(plan)) return "A resume is expected to fail.";
  if (plan.drift.some(({ widens }) => widens)) return "It would get wider permissions than before.";
  if (plan.drift.some(({ kind, now }) => kind !== "file" || now !== null))
    return "Something has changed since.";
  if (recapIn(plan) !== null) return "Some work may be unfinished.";
  if (remembers && approvalsIn(plan).length > 0) return "Approvals were saved.";
  return null;
}
