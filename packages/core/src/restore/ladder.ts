import type { Refusal, RestoreMode, RestorePlan, Wish } from "@reprise/model";

/** How each mode is planned. */
export type Planners = Readonly<Record<RestoreMode, () => Promise<RestorePlan>>>;

/** The first mode that is possible, with why those before it are not. */
export async function firstPossibleMode(wish: Wish, planners: Planners): Promise<RestorePlan> {
  const refusals: Refusal[] = [];
  let last: RestorePlan | null = null;
  for (const mode of wish.modes) {
    const plan = await planners[mode]();
    if (plan.mode !== null) return { ...plan, refusals: [...refusals, ...plan.refusals] };
    refusals.push(...plan.refusals);
    last ??= plan;
  }
  // Of a session that cannot be gone on with at all, what it was asked for first says most.
  if (!last) throw new RangeError("A wish must name a mode.");
  return { ...last, refusals };
}
