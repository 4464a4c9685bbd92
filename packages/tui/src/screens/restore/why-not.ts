import { isRefusedAsWider, needsWider } from "@reprise/model";

import { modeAfter, modeNames } from "./modes.ts";
import { modeOf, type Subject } from "./restore-subject.ts";

/** Why the plan cannot start; null if it can. */
export function whyNotStart(subject: Subject): string | null {
  const { plan, failure, asked } = subject;
  if (failure !== null) return "There is no plan. r plans again.";
  if (plan === null) return "The plan is not made yet.";
  if (needsWider(plan) && !asked.allowsWider) return "Wider permissions, as shown above. w allows exactly that.";
  if (plan.mode !== null) return null;
  const after = modeAfter(modeOf(subject));
  const instead = after === null ? "" : ` m: ${modeNames[after]} instead.`;
  return `Not possible, as shown above.${instead}`;
}

export function whyNotWider({ plan, asked }: Subject): string | null {
  const isNarrowed = plan !== null && (plan.narrowed.length > 0 || needsWider(plan) || isRefusedAsWider(plan));
  if (asked.allowsWider || isNarrowed) return null;
  return "It was recorded with no more permissions than this plan has.";
}

export function whyNotMode(subject: Subject): string | null {
  return modeAfter(modeOf(subject)) === null ? "A brief is the last mode. Esc: back." : null;
}

export function whyNotWay(subject: Subject): string | null {
  const { plan } = subject;
  if (plan === null) return "The plan is not made yet.";
  const ways = "ways" in plan ? plan.ways : [];
  if (ways.length > 1) return null;
  if (ways.length === 0) return "Only a replay has other ways.";
  return plan.mode !== "replay" || plan.continues === null
    ? `${plan.target} has no other way.`
    : "A replay continues in the way it started in.";
}

/** If this agent is the obstacle, another can replay the history instead of a brief. */
export function whyNotTarget(subject: Subject): string | null {
  const isInTheWay = subject.plan?.refusals.some(
    ({ reason }) => reason === "agent-missing" || reason === "agent-outdated" || reason === "limit",
  );
  if (modeOf(subject) !== "handoff" || isInTheWay) return null;
  return `A brief is for any agent; here it starts a new ${subject.here.agent} session.`;
}

export function whyNotFolder(subject: Subject): string | null {
  const { here, session, plan } = subject;
  if (modeOf(subject) === "handoff") return `A brief starts a new session in ${here.cwd} anyway.`;
  const isSame = (plan?.settings.cwd ?? session.workspace) === here.cwd && subject.asked.settings.cwd === undefined;
  return isSame ? "It was recorded in this folder." : null;
}

export function whyNotStep({ plan }: Subject): string | null {
  if (plan?.mode !== "replay") return "Only a replay has steps.";
  return plan.segments.length > 1 ? null : "The history is one segment.";
}

export function whyNotCopy({ plan }: Subject): string | null {
  if (plan?.mode === "handoff") return null;
  return "There is no brief to copy.";
}
