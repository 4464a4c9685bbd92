import type { Refusal, RestoreMode, RestorePlan, Wish } from "@reprise/model";
import { usualWish } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { firstPossibleMode, type Planners } from "./ladder.ts";

const refused = (mode: RestoreMode): Refusal => ({ mode, reason: "busy", detail: `no ${mode}` });

/** Plans only the fields a ladder reads; `possible`: the modes that succeed. */
function planners(...possible: RestoreMode[]): Planners & { readonly planned: RestoreMode[] } {
  const planned: RestoreMode[] = [];
  const planner = (mode: RestoreMode) => async () => {
    planned.push(mode);
    const isPossible = possible.includes(mode);
    const refusals = isPossible ? [] : [refused(mode)];
    return {
      mode: isPossible ? mode : null,
      refusals,
      prompt: `asked for a ${mode}`,
    } as Partial<RestorePlan> as RestorePlan;
  };
  return {
    planned,
    resume: planner("resume"),
    fork: planner("fork"),
    replay: planner("replay"),
    handoff: planner("handoff"),
  };
}
const wish = (...modes: RestoreMode[]): Wish => ({ ...usualWish, modes });

describe("climb", () => {
  it("takes the first mode that is possible, says why those before it are not, and plans none after it", async () => {
    const steps = planners("replay", "handoff");
    const plan = await firstPossibleMode(wish("resume", "fork", "replay", "handoff"), steps);
    expect(plan.mode).toBe("replay");
    expect(plan.refusals).toEqual([refused("resume"), refused("fork")]);
    expect(steps.planned).toEqual(["resume", "fork", "replay"]);
  });

  it("never does what was not wished for", async () => {
    const plan = await firstPossibleMode(wish("resume"), planners("replay", "handoff", "fork"));
    expect(plan.mode).toBeNull();
    expect(plan.refusals).toEqual([refused("resume")]);
  });

  it("where nothing is possible, shows what was asked for first, with every reason", async () => {
    const plan = await firstPossibleMode(wish("replay", "resume"), planners());
    expect(plan).toMatchObject({ mode: null, prompt: "asked for a replay" });
    expect(plan.refusals).toEqual([refused("replay"), refused("resume")]);
  });

  it("keeps the reservations of the plan it takes", async () => {
    const reservation = refused("fork");
    const steps = planners("fork");
    const fork = async () => ({ ...(await steps.fork()), refusals: [reservation] });
    const plan = await firstPossibleMode(wish("resume", "fork"), { ...steps, fork });
    expect(plan.refusals).toEqual([refused("resume"), reservation]);
  });

  it("a wish without a mode is a mistake of ours", async () => {
    await expect(firstPossibleMode(wish(), planners())).rejects.toThrow(RangeError);
  });
});
