import type { Answers, Drift, KeptApproval, RestorePlan } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { consentOf, questionsOf, whyNotStart } from "./consents.ts";
import { changed, firstRequest, kindOf, plainRequest, wishOf } from "./request.ts";

const plan = {
  mode: "resume",
  session: "codex:a",
  target: "codex",
  basis: [],
  settings: {},
  baseline: null,
  narrowed: [],
  drift: [],
  refusals: [],
  pending: [],
  unfinished: [],
  owner: null,
  contextTokens: null,
  tokens: 0,
  ailments: [],
  approvals: [],
  unchecked: [],
  prompt: null,
  unsentPrompt: null,
  recap: null,
} as unknown as RestorePlan;
const wider = {
  kind: "setting",
  subject: "sandbox",
  recorded: "read-only",
  now: "danger-full-access",
  widens: true,
  note: null,
} as Drift;
const paid = {
  ...plan,
  mode: "replay",
  via: "segments",
  ways: [],
  continues: null,
  segments: [1, 2].map((number) => ({ number, items: [], tokens: 10 })),
} as unknown as RestorePlan;
const approval = (source: "saved" | "log"): KeptApproval => ({ hash: source, subject: "make", source });

describe("a request", () => {
  test("asks for the mode that keeps most, and sends nothing", () => {
    expect(wishOf(plainRequest)).toMatchObject({ modes: ["resume", "replay"], isSilent: true });
    expect(wishOf({ ...plainRequest, kind: "repair" })).toMatchObject({
      modes: ["replay"],
      looksForAilments: true,
    });
    expect(wishOf({ ...plainRequest, kind: "fork", at: 3, folder: "/w" })).toMatchObject({
      modes: ["fork"],
      at: 3,
      settings: { cwd: "/w" },
    });
  });

  test("never keeps consent to wider permissions", () => {
    const allowed = changed(plainRequest, { allowsWider: true });
    expect(allowed.allowsWider).toBe(true);
    expect(changed(allowed, { kind: "replay" }).allowsWider).toBe(false);
    expect(changed(allowed, { at: 2 }).allowsWider).toBe(false);
  });

  test("to another agent is a replay, in a way of its own", () => {
    const forked = { ...plainRequest, kind: "fork", via: "native" } as const;
    expect(changed(forked, { to: "claude" })).toMatchObject({ kind: "replay", to: "claude", via: null });
  });

  test("uses this folder where none was recorded", () => {
    const given = { mode: null, at: null, model: null, ends: null };
    expect(firstRequest({ workspace: null }, given, "/here").folder).toBe("/here");
    expect(firstRequest({ workspace: "/w" }, given, "/here").folder).toBeNull();
  });

  test("with another model ends the run that has the session, and keeps the folder", () => {
    const given = { mode: "resume", at: null, model: "gpt-6", ends: "r1" } as const;
    expect(wishOf(firstRequest({ workspace: null }, given, "/here"))).toMatchObject({
      modes: ["resume"],
      settings: { cwd: "/here", model: "gpt-6" },
      endsRun: "r1",
    });
  });

  test("shows the mode of its plan", () => {
    expect(kindOf(plainRequest, { ...plan, mode: "handoff" } as RestorePlan)).toBe("handoff");
    expect(kindOf({ ...plainRequest, kind: "repair" }, paid)).toBe("repair");
  });
});

describe("consent", () => {
  test("is asked for only where the plan needs it, and costs and permissions are not preselected", () => {
    expect(questionsOf(plan)).toEqual([]);
    expect(whyNotStart(plan, {}, false)).toBeNull();
    expect(questionsOf(paid).map(({ kind }) => kind)).toEqual(["cost", "steps"]);
    expect(whyNotStart(paid, {}, false)).toContain("costs money");
    expect(whyNotStart(paid, { cost: true }, false)).toBeNull();
  });

  test("to wider permissions names them", () => {
    const widened = { ...plan, drift: [wider] } as RestorePlan;
    expect(questionsOf(widened)[0]).toMatchObject({
      kind: "wider",
      text: "Allow wider permissions: sandbox from read-only to danger-full-access",
    });
    expect(whyNotStart(widened, {}, false)).toContain("permit more");
    expect(whyNotStart(widened, {}, true)).toBeNull();
  });

  test("to the recorded, wider ones can be given, and is not needed to start with the narrower", () => {
    const narrowed = [{ subject: "approvalPolicy", recorded: "never", now: "on-request" }] as const;
    const narrower = { ...plan, narrowed } as RestorePlan;
    expect(questionsOf(narrower)).toMatchObject([
      { kind: "wider", text: "Use the recorded, wider permissions: approvals never" },
    ]);
    expect(whyNotStart(narrower, {}, false)).toBeNull();
  });

  test("to approvals of the log does not come with that to saved ones, nor the other way round", () => {
    const both = { ...plan, approvals: [approval("saved"), approval("log")] } as RestorePlan;
    const consent = (agreed: Answers) => consentOf(both, agreed, { allowsWider: false, stays: true });
    expect(consent({})).toMatchObject({ reappliesApprovals: false, trustsLog: false, allowsWider: false });
    expect(consent({ approvals: true })).toMatchObject({ reappliesApprovals: true, trustsLog: false });
    expect(consent({ "log-approvals": true })).toMatchObject({ reappliesApprovals: false, trustsLog: true });
    const texts = questionsOf(both).map(({ text }) => text);
    expect(texts).toEqual(["Reuse 1 saved approval", "Reuse 1 approval that only the agent's log claims"]);
  });

  test("a plan of no mode cannot start", () => {
    expect(whyNotStart({ ...plan, mode: null } as unknown as RestorePlan, {}, true)).toContain("not possible");
    expect(whyNotStart(null, {}, true)).toContain("no plan");
  });
});
