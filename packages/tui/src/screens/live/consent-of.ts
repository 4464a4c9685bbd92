import { type Consent, consentFrom, firstAnswers, SessionError } from "@reprise/model";
import type { LiveRoute } from "../../kernel/route.ts";

/** The plan was shown whole and started by Enter, which names what it costs; or nobody had to agree to it. */
export function consentOf(begin: LiveRoute & { readonly kind: "restore" }): Consent {
  const { plan, reappliesApprovals, trustsLog, sendsRecap, isStepwise, isHosted } = begin;
  const answers = {
    ...firstAnswers(plan),
    cost: true,
    approvals: reappliesApprovals,
    "log-approvals": trustsLog,
    recap: sendsRecap,
    steps: isStepwise,
  };
  const terms = { allowsWider: begin.allowsWider ?? false, canAnswer: true, stays: isHosted !== true };
  const consent = consentFrom(plan, answers, terms);
  if (consent === null) throw new SessionError("refused", "The plan needs your consent. Nothing was started.");
  return consent;
}
