import type { Refusal, RestoreMode, RestorePlan, Wish } from "@reprise/model";

export type Planners = Readonly<Record<RestoreMode, () => Promise<RestorePlan>>>;

/** The first possible mode, with the reasons against those before it. */
export async function firstPossibleMode(wish: Wish, planners: Planners): Promise<RestorePlan> {
  const refusals: Refusal[] = [];
  let last: RestorePlan | null = null;
  for (const mode of wish.modes) {
    const plan = await planners[mode]();
    if (plan.mode !== null) return { ...plan, refusals: [...refusals, ...plan.refusals] };
    refusals.push(...plan.refusals);
    last ??= plan;
  }
  // If nothing is possible, the first mode's refusal says most.
  if (!last) throw new RangeError("A wish must name a mode.");
  return { ...last, refusals };
}
