import { type Ailment, isInTheWay, type PlanOf, type Wish } from "@reprise/model";
import type { RolloutRef } from "../agents/reading/source.ts";
import { refusedPlan } from "./plan-resume.ts";

/** Looking through more would be felt before every resume: this much takes a third of a second. */
const mostBytes = 64 * 1024 * 1024;

export function isQuickToScan(rollouts: readonly RolloutRef[]): boolean {
  return rollouts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= mostBytes;
}

/**
 * The plan of a resume with what it would run into; null: nobody has looked. What the agent itself does not open is refused,
 * unless a resume is the only thing that is wanted. What models refuse is told and left to the person: a later agent or
 * another model may take it.
 */
export function withKnownAilments(
  plan: PlanOf<"resume">,
  found: readonly Ailment[] | null,
  wish: Wish,
  title: string,
): PlanOf<"resume" | null> {
  if (found === null) return { ...plan, unchecked: [...plan.unchecked, notLookedAt] };
  const ailments = found.filter(isInTheWay);
  const closed = ailments.find(({ onResume }) => onResume === "refused");
  if (!closed || wish.modes.every((mode) => mode === "resume")) return { ...plan, ailments };
  const detail = `${title} refuses to resume such a session. ${closed.detail}`;
  const refusal = { mode: "resume", reason: "thread-damaged", detail } as const;
  return refusedPlan({ ...plan, ailments }, [...plan.refusals, refusal]);
}

const notLookedAt =
  "whether a model accepts its history (too large to check each time; `reprise repair --dry-run` does)";
