import { type Consent, consentFrom, firstAnswers, SessionError } from "@reprise/model";
import type { LiveRoute } from "../../kernel/route.ts";

/** The plan was shown whole and started by Enter, which names what it costs; or nobody had to agree to it. */
export function consentOf(begin: LiveRoute & { readonly kind: "restore" }): Consent {
  const { plan, answers, allowsWider = false, isHosted } = begin;
  const terms = { allowsWider, canAnswer: true, stays: isHosted !== true };
  const consent = consentFrom(plan, { ...firstAnswers(plan), cost: true, ...answers }, terms);
  if (consent === null) throw new SessionError("refused", "The plan needs your consent. Nothing was started.");
  return consent;
}
