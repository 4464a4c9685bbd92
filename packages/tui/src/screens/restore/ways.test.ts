import {
  costOf,
  type OfferedWay,
  type PlanOf,
  type RestorePlan,
  type RunId,
  type SessionId,
  type Timestamp,
} from "@reprise/model";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { replayPlan, replayWaysOf, resumePlan, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { begin, restoreScreen } from "./index.ts";

const at = "2026-11-15T12:00:00.000Z" as Timestamp;
const session = summary("a");

function opened(given: { readonly via?: OfferedWay["way"] } = {}) {
  const opening = { screen: "restore", session, modes: ["replay"], isStepwise: false, plan: null } as const;
  return new Driven(restoreScreen, begin({ ...opening, ...given }, testWorld()));
}

type Opened = ReturnType<typeof opened>;

function planned(driven: Opened, plan: RestorePlan): Opened {
  return arrived(driven, plan).tell({ type: "enter-ready", edition: driven.state.enterGuard.edition });
}

/** Delivers the plan now. */
function arrived(driven: Opened, plan: RestorePlan): Opened {
  return driven.tell({ type: "planned", request: driven.state.request, plan, at });
}

const wishes = ({ tasks }: Opened) => tasks.flatMap((task) => (task.type === "plan" ? [task.wish] : []));
const injected = replayPlan({ via: "inject", segments: [], tokens: 5700 });
const stopped = (way: OfferedWay["way"]): PlanOf<"replay">["ways"] =>
  replayWaysOf().map((one) => (one.way === way ? { ...one, stopped: { sentCount: 1, segmentCount: 3 } } : one));

describe("the way of a replay", () => {
  test("N goes round what the agent offers; each is planned before it is shown, and nothing is started", () => {
    const driven = planned(opened(), injected);
    expect(driven.text).toContain("History   inject: added directly, free");
    planned(driven.press("n"), replayPlan({ via: "native" }));
    planned(driven.press("N"), replayPlan({ via: "segments" }));
    driven.press("n");
    expect(wishes(driven).map(({ modes, via }) => [modes, via])).toEqual([
      [["replay"], null],
      [["replay"], "native"],
      [["replay"], "segments"],
      [["replay"], "inject"],
    ]);
    expect(driven.went).toEqual([]);
  });

  test("only what is offered is chosen from; where there is nothing else, that is said", () => {
    const two = replayWaysOf().filter(({ way }) => way !== "inject");
    const driven = planned(opened(), replayPlan({ target: "claude", via: "native", ways: two }));
    expect(driven.text).not.toContain("inject");
    expect(wishes(driven.press("n")).at(-1)?.via).toBe("segments");
    const alone = planned(opened(), replayPlan({ ways: two.slice(1), target: "gemini" })).press("N");
    expect(alone.text).toContain("gemini has no other way.");
    expect(planned(opened(), resumePlan()).press("N").text).toContain("Only a replay has other ways.");
  });

  test("what is chosen stays through a new plan, and goes with another mode or agent", () => {
    const driven = planned(planned(opened(), injected).press("n"), replayPlan({ via: "native" }));
    expect(wishes(planned(driven.press("r"), replayPlan({ via: "native" }))).at(-1)?.via).toBe("native");
    expect(wishes(driven.press("t")).at(-1)).toMatchObject({ to: "claude", via: null });
    expect(wishes(planned(driven, replayPlan()).press("m")).at(-1)).toMatchObject({
      modes: ["handoff"],
      via: null,
    });
  });
});

describe("what segments cost", () => {
  test("is said before Enter, beside it, at 80 and at 40 columns; Enter alone begins it", () => {
    const driven = planned(opened(), replayPlan());
    const last = () => driven.text.split("\n").slice(-2);
    expect(last()).toMatchInlineSnapshot(`
      [
        " Replay  up to 4 paid model calls, started only by Enter.",
        " Enter  Replay   q  back   m  mode   n  way   t  agent   v  view   ?  help",
      ]
    `);
    driven.resize(40, 24);
    expect(last()).toMatchInlineSnapshot(`
      [
        " Replay  up to 4 paid model calls, star…",
        " Enter  Replay   q  back   ?  more",
      ]
    `);
    driven.press("x", "down", "space", "end");
    expect(driven.went).toEqual([]);
    expect(driven.press("enter").went).toMatchObject([
      { instead: { begin: { plan: { via: "segments" }, answers: { steps: true } } } },
    ]);
  });

  test("an Enter that was pressed before the plan could be read begins nothing, however often it comes", () => {
    const driven = arrived(opened().press("enter"), replayPlan());
    expect(driven.text).toContain("Enter  Replay");
    expect(driven.bright).not.toContain("Enter  Replay");
    driven.press("enter", "enter");
    expect(driven.text).toContain("The plan is new. Read what it costs, permits or ends, then Enter.");
    driven.tell({ type: "enter-ready", edition: 1 }).press("enter");
    expect(driven.went).toEqual([]);
    driven.tell({ type: "enter-ready", edition: driven.state.enterGuard.edition });
    expect(driven.bright).toContain("Enter  Replay");
    expect(driven.press("enter").went).toHaveLength(1);
    expect(arrived(opened(), injected).press("enter").went).toHaveLength(1);
  });

  test("each plan has its whole moment: that of the plan before it does not end it", () => {
    const driven = arrived(opened(), replayPlan());
    const { edition } = driven.state.enterGuard;
    arrived(driven.press("r"), replayPlan()).tell({ type: "enter-ready", edition });
    expect(driven.bright).not.toContain("Enter  Replay");
    expect(driven.press("enter").went).toEqual([]);
  });

  test("nor does one that was pressed when a refusal led to it", () => {
    const opening = { screen: "restore", session, modes: [], isStepwise: false, plan: replayPlan() } as const;
    const driven = new Driven(restoreScreen, begin(opening, testWorld())).press("enter");
    expect(driven.went).toEqual([]);
    expect(driven.tasks).toMatchObject([{ type: "wait" }, { type: "wait" }]);
  });

  test("R after a refusal begins again with what was wanted first, and after another choice with that", () => {
    const modes = ["resume", "replay", "handoff"] as const;
    const open = () => {
      const opening = { screen: "restore", session, modes, isStepwise: false, plan: injected } as const;
      return new Driven(restoreScreen, begin(opening, testWorld()));
    };
    expect(wishes(open().press("r")).at(-1)).toMatchObject({ modes, via: null });
    const other = planned(open().press("n"), replayPlan()).press("r");
    expect(wishes(other).at(-1)).toMatchObject({ modes: ["replay"], via: "native" });
  });

  test("each call holds what was told before it, and the end is one more; told ones are not paid again", () => {
    expect(costOf(replayPlan())).toEqual({ calls: 4, tokens: 1900 + 3800 + 5700 + 5700 });
    expect(costOf(replayPlan({ prompt: "go on" }))).toEqual({ calls: 3, tokens: 1900 + 3800 + 5700 });
    const rest = replayPlan({ continues: "run-1" as RunId, ways: stopped("segments") });
    expect(costOf(rest)).toEqual({ calls: 3, tokens: 3800 + 5700 + 5700 });
    expect([injected, resumePlan()].map(costOf)).toEqual([null, null]);
  });

  test("without a model call nothing is said of money", () => {
    expect(planned(opened(), injected).text).not.toMatch(/Cost|started only by Enter/);
  });
});

describe("a replay that stopped", () => {
  test("in this way: says where it goes on", () => {
    const plan = replayPlan({ continues: "run-1" as RunId, ways: stopped("segments") });
    expect(planned(opened(), plan).text).toContain(
      "Continues a replay that stopped after 1 of 3 segments; nothing is sent twice",
    );
  });

  test("in another way: that way says so, and choosing it goes on there", () => {
    const driven = planned(opened(), { ...injected, ways: stopped("segments") });
    expect(driven.text).toMatch(/one paid call each;\s+continues after 1 of 3 segments/);
    expect(driven.text).not.toContain("Continues");
  });

  test("is asked for in the way it was begun in, where that is known", () => {
    expect(wishes(opened({ via: "segments" }))).toMatchObject([{ modes: ["replay"], via: "segments" }]);
  });

  test("named by the new session: says which one is told, and offers no other way", () => {
    const ways = stopped("inject").slice(0, 1);
    const plan = { ...injected, session: "codex:old" as SessionId, continues: "run-1" as RunId, ways };
    const driven = planned(opened(), plan).press("N");
    expect(driven.text).toContain("Source    codex:old; the session you named has a part of it");
    expect(driven.text).toContain("A replay continues in the way it started in.");
  });
});
