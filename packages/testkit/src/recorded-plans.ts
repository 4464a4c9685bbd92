import { readdirSync, readFileSync } from "node:fs";
import type { RestorePlan } from "@reprise/model";

const folder = new URL("../../../fixtures/plans/", import.meta.url);

export interface RecordedPlan {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly plan: RestorePlan;
}

/** Plans that the planner made of recorded sessions: fixtures/plans/README.md. */
export function recordedPlans(): readonly RecordedPlan[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -".json".length),
      plan: JSON.parse(readFileSync(new URL(file, folder), "utf8")) as RestorePlan,
    }));
}
