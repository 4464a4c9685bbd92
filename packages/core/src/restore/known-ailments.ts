import { type Ailment, isInTheWay, type PlanOf, type Wish } from "@reprise/model";
import type { RolloutRef } from "../agents/reading/source.ts";
import { refusedPlan } from "./plan-resume.ts";

/** Scanning this much takes a third of a second; more would be noticeable before every resume. */
const mostBytes = 64 * 1024 * 1024;

export function isQuickToScan(rollouts: readonly RolloutRef[]): boolean {
  return rollouts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= mostBytes;
}

/**
 * `found` null: not scanned. Refuses a session the agent itself cannot open or would open only in part, unless only a resume is wanted. Problems with
 * models are left to the person: a later agent or another model may accept them.
 */
export function withKnownAilments(
  plan: PlanOf<"resume">,
  found: readonly Ailment[] | null,
  wish: Wish,
  title: string,
): PlanOf<"resume" | null> {
  if (found === null) return { ...plan, unchecked: [...plan.unchecked, notLookedAt] };
  const ailments = found.filter(isInTheWay);
  const closed =
    ailments.find(({ onResume }) => onResume === "refused") ?? ailments.find(({ onResume }) => onResume === "lost");
  if (!closed || wish.modes.every((mode) => mode === "resume")) return { ...plan, ailments };
  const does = closed.onResume === "lost" ? "would lose part of" : "refuses to resume";
  const detail = `${title} ${does} such a session. ${closed.detail}`;
  const refusal = { mode: "resume", reason: "thread-damaged", detail } as const;
  return refusedPlan({ ...plan, ailments }, [...plan.refusals, refusal]);
}

const notLookedAt =
  "whether a model accepts its history (too large to check each time; `reprise repair --dry-run` does)";
