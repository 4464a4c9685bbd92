import type { Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../test/support/live.ts";
import { resumePlan, summary } from "../../../test/support/plans.ts";

const until = "2026-11-18T08:03:00.000Z" as Timestamp;
const limit = { kind: "limit", message: "You've hit your usage limit.", resetsAt: until } as const;
const at = (time: string) => ({ type: "clock", now: Date.parse(`2026-11-18T${time}:00.000Z`) }) as const;

function limited(live = new DrivenLive(restoreBeginning())): DrivenLive {
  return live
    .resumed()
    .happens(runStarted, { type: "turn-started", turn: null })
    .turnEnds({ state: "failed", failure: limit });
}

const parked = () =>
  new DrivenLive(
    restoreBeginning({ session: { ...summary("t-1"), state: "parked", parkedUntil: until }, plan: resumePlan() }),
  ).resumed();

describe("at a usage limit", () => {
  test("w waits, and continues once when the limit is lifted", async () => {
    const live = limited();
    expect(live.text).toContain("! Usage limit until 2026-11-18 08:03 UTC.");
    expect(live.text.match(/hit your usage limit/g)).toHaveLength(1);
    expect(live.text).toContain("w waits, then continues; t continues with another agent now");
    live.press("w", "enter").tell(at("07:22"));
    expect(live.text).toContain("Continues at 2026-11-18 08:03 UTC (in 41 min 00 s) · Esc stops waiting");
    await live.performs();
    expect(live.controls.done).toEqual([]);
    await live.tell(at("08:03")).performs();
    await live.tell(at("08:04")).performs();
    expect(live.controls.done).toEqual(["send Continue where you left off."]);
  });

  test.each([
    { by: "Esc", phase: "idle", ends: (live: DrivenLive) => live.press("escape") },
    { by: "a message", phase: "idle", ends: (live: DrivenLive) => live.press('"try"', "enter").turnEnds() },
    {
      by: "the end of the agent",
      phase: "ended",
      ends: (live: DrivenLive) => live.happens({ type: "run-ended", status: "interrupted", failure: null }),
    },
  ])("$by ends the wait", async ({ ends, phase }) => {
    const live = ends(limited().press("w", "enter"));
    await live.performs();
    const sent = live.controls.done.length;
    await live.tell(at("09:00")).performs();
    expect(live.controls.done).toHaveLength(sent);
    expect(live.state).toMatchObject({ phase, waitsUntil: null });
  });

  test("the limit of a session that was restored meanwhile is known", () => {
    expect(parked().text).toContain("parked until 2026-11-18 08:03 UTC");
    expect(parked().press("w", "enter").state.waitsUntil).toBe(until);
  });

  test("t shows the plan of a replay with another agent", async () => {
    const live = await limited().press("t", "enter").performs();
    live.tell({ type: "found", summary: summary("t-1"), at: null });
    expect(live.went.at(-1)).toMatchObject({ to: { screen: "restore", modes: ["replay"], isElsewhere: true } });
  });

  test("w and t are words elsewhere", async () => {
    const live = await new DrivenLive(restoreBeginning()).resumed().press("w", "enter").performs();
    expect(live.controls.done).toEqual(["send w"]);
    const fresh = await new DrivenLive(newBeginning).waits().press('"/wait"', "enter").performs();
    expect(fresh.text).toContain("There is no usage limit to wait for.");
  });
});
