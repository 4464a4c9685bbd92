import { processWords } from "../plan-words/row.ts";
import type { RestorePlan } from "../restore.ts";
import type { Consent } from "../run.ts";
import { count } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { widerWords } from "./setting-words.ts";

/** Nobody is there to answer: requests are declined, and no new permission is given. */
export const unattendedConsent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: false,
};

/** What needs the user's decision, or null. */
export function needsPerson(plan: RestorePlan): string | null {
  if (plan.owner !== null) return `it is open in ${processWords(plan.owner)}`;
  const wider = widerWords(plan.drift);
  if (wider !== "") return `wider permissions (${exactLine(wider)})`;
  if (plan.mode !== "resume") return plan.refusals[0]?.detail ?? "it cannot be resumed";
  if (plan.pending.length > 0)
    return `${count(plan.pending.length, "request")} of it ${plan.pending.length === 1 ? "was" : "were"} never answered`;
  return null;
}
