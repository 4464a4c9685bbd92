import type { RestoreMode, RestorePlan } from "@reprise/model";
import type { RunOutcome } from "../run/run-outcome.ts";

const ladder: readonly (RestoreMode | null)[] = ["resume", "fork", "replay", "handoff"];

/** The plan that came with a refusal, if it needs less than the refused one and the person has not declined. */
export function lowerPlan(mode: RestoreMode | null, { status, refused: plan }: RunOutcome): RestorePlan | null {
  if (status !== "refused" || plan === null || plan.mode === null) return null;
  if (plan.refusals.at(-1)?.reason === "not-wanted") return null;
  return ladder.indexOf(plan.mode) > ladder.indexOf(mode) ? plan : null;
}
