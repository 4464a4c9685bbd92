import type { PlanOf, RestorePlan, Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import {
  busyPlan,
  handoffPlan,
  replayPlan,
  resumePlan,
  summary,
  widerPlan,
  widerSandbox,
} from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { consentOf } from "../live/consent-of.ts";
import { startOf } from "./start.ts";
import { begin, type State } from "./state.ts";

const session = summary("a");
const plannedAt = "2026-11-15T12:00:01.000Z" as Timestamp;

function state(plan: RestorePlan | null, more: Partial<State> = {}, allowsWider = false): State {
  const opening = { screen: "restore", session, modes: ["resume"], isStepwise: false, plan } as const;
  const { state: first } = begin(opening, testWorld());
  const subject = { ...first.subject, asked: { ...first.subject.asked, allowsWider } };
  return { ...first, subject, plannedAt, ...more };
}

/** How the conversation starts; null if nothing starts. */
function started(...given: Parameters<typeof state>) {
  const go = startOf(state(...given));
  return go !== null && "instead" in go && go.instead.screen === "live" ? go.instead.begin : null;
}

/** What the conversation starts with. */
function granted(...given: Parameters<typeof state>) {
  const begin = started(...given);
  return begin?.kind === "restore" ? consentOf(begin) : null;
}

const approvals: PlanOf<"resume">["approvals"] = [{ hash: "h", subject: "make", source: "saved" as const }];
const agreed = { answers: { approvals: true, recap: true, steps: true } };

describe("startOf", () => {
  test("starts nothing without a plan, and none that is not possible", () => {
    expect(startOf(state(null))).toBeNull();
    expect(startOf(state(busyPlan()))).toBeNull();
    const failed = state(resumePlan());
    expect(startOf({ ...failed, subject: { ...failed.subject, failure: "gone" } })).toBeNull();
  });

  test("starts nothing that would be allowed more, until just that was said", () => {
    const wider = resumePlan({ drift: [widerSandbox] });
    expect(startOf(state(wider))).toBeNull();
    expect(started(wider, {}, true)).toMatchObject({ kind: "restore", allowsWider: true });
    expect(startOf(state(widerPlan(), {}, true))).toBeNull();
    expect(started(resumePlan())).toMatchObject({ allowsWider: false });
  });

  test("agrees to what was agreed to, and only where the plan has it", () => {
    const plan = resumePlan({ approvals, recap: "left" });
    expect(started(plan, agreed)).toEqual({ kind: "restore", session, plan, ...agreed, allowsWider: false });
    expect(granted(plan, agreed)).toMatchObject({ reappliesApprovals: true, sendsRecap: true, trustsLog: false });
    const nothing = { answers: { approvals: false, recap: false, steps: false } };
    expect(granted(plan, nothing)).toMatchObject({ reappliesApprovals: false, sendsRecap: false });
    expect(granted(resumePlan(), agreed)).toMatchObject({ reappliesApprovals: false, sendsRecap: false });
    expect(granted(replayPlan(), agreed)).toMatchObject({ segments: "ask" });
    expect(granted(replayPlan(), nothing)).toMatchObject({ segments: "send" });
  });

  test("approvals are not agreed to by themselves", () => {
    expect(granted(resumePlan({ approvals, recap: "left" }))).toMatchObject({
      reappliesApprovals: false,
      sendsRecap: true,
    });
  });

  test("a brief is only written down, in a new session that has sent nothing", () => {
    const brief = "## Goal\nMend it.";
    expect(started(handoffPlan({ brief }), agreed)).toEqual({
      kind: "new",
      draft: { text: brief, cursor: brief.length, savedAt: plannedAt },
      from: session,
    });
  });
});
