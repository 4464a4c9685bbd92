import { agentOf, type PlanOf, type Refusal, type Wish } from "@reprise/model";
import type { AgentDriver } from "../../agents/driving/driver.ts";
import type { Ability } from "../../agents/driving/releases.ts";
import { type Evidence, planResume, refusedPlan } from "../plan-resume.ts";

export interface ForkParts {
  readonly driver: AgentDriver | null;
  readonly first: number;
  readonly last: number;
  /** The agent's own id of the turn to fork after; null if it has none. */
  readonly turnKey: string | null;
  /** Why the installed release lacks an ability; null if it has it. */
  readonly lacks: (ability: Ability) => string | null;
}

/** A copy made by the agent itself, from any of its turns. Works while the session is open elsewhere. */
export function planFork(evidence: Evidence, wish: Wish, parts: ForkParts): PlanOf<"fork" | null> {
  const plan = planResume({ ...evidence, owner: null }, wish);
  const isWhole = wish.at === null || wish.at >= parts.last;
  const refusals = [
    ...plan.refusals.map((row): Refusal => ({ ...row, mode: "fork" })),
    ...ownRefusals(evidence, wish, parts, isWhole),
  ];
  const left = {
    owner: evidence.owner,
    unfinished: isWhole ? plan.unfinished : [],
    pending: isWhole ? plan.pending : [],
  };
  if (plan.mode === null || refusals.length > 0) return { ...refusedPlan(plan, refusals), ...left };
  const { ailments: _, ...resume } = plan;
  return {
    ...resume,
    ...left,
    mode: "fork",
    turns: { from: parts.first, to: wish.at ?? parts.last },
    prompt: wish.prompt,
    recap: isWhole && wish.prompt !== null ? plan.recap : null,
  };
}

function ownRefusals(
  { session }: Evidence,
  wish: Wish,
  { driver, turnKey, lacks }: ForkParts,
  isWhole: boolean,
): Refusal[] {
  const refuse = (reason: Refusal["reason"], detail: string): Refusal[] => [{ mode: "fork", reason, detail }];
  if (wish.to !== null && wish.to !== agentOf(session))
    return refuse("not-supported", `${agentOf(session)} cannot fork a thread into ${wish.to}.`);
  if (wish.via !== null && wish.via !== "fork") return refuse("not-wanted", `--via ${wish.via} was asked for.`);
  if (!driver?.can.forks || !driver.fork)
    return refuse("not-supported", `${agentOf(session)} cannot fork a thread by itself.`);
  const lack = lacks("fork") ?? (isWhole ? null : lacks("fork-at-turn"));
  if (lack !== null) return refuse("agent-outdated", lack);
  // A headless agent makes the copy only with a prompt.
  if (wish.prompt === null && !driver.can.asks)
    return refuse("not-supported", `${agentOf(session)} forks only with a prompt.`);
  if (!isWhole && turnKey === null)
    return refuse("not-supported", `The log gives turn ${wish.at} no name that ${agentOf(session)} can fork after.`);
  return [];
}
