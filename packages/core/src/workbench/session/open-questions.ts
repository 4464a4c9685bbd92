import {
  approvalsIn,
  busyWords,
  type Consent,
  type ConsentKind,
  consentFrom,
  count,
  needsWider,
  questionsIn,
  type RestorePlan,
  refusalWords,
} from "@reprise/model";

type Needed = { readonly why: null; readonly consent: Consent } | { readonly why: string; readonly consent: null };

/** Why the person has to agree first; null: with the consent that needs nobody. */
export function consentNeeded(plan: RestorePlan): Needed {
  const consent = consentFrom(plan, {}, { canAnswer: true, stays: true });
  const why = whyAsk(plan);
  if (why === null && consent !== null) return { why, consent };
  return { why: why ?? "It needs your consent.", consent: null };
}

function whyAsk(plan: RestorePlan): string | null {
  if (plan.owner !== null) return `${busyWords(plan.owner)} it continues here.`;
  if (plan.mode === null || plan.mode === "handoff") return refusalWords(plan);
  if (needsWider(plan)) return "It would get wider permissions than before.";
  const [first] = questionsIn(plan);
  if (first === undefined) return null;
  if (first.kind !== "approvals") return reasons[first.kind];
  const { length } = approvalsIn(plan);
  return `${count(length, "approval")} from before can be reused.`;
}

const reasons: Readonly<Record<Exclude<ConsentKind, "approvals">, string>> = {
  mode: "It cannot be resumed. It can be continued in a new thread.",
  failure: "A resume is expected to fail.",
  changes: "Something has changed since.",
  cost: "It costs money.",
  "log-approvals": "Only the agent's log claims approvals.",
  recap: "Some work may be unfinished.",
  steps: "History is sent in segments.",
};
