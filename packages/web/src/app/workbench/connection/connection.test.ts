import { asThreadId, type Connection, noSettings, type PlanOf, type Saving, sessionIdOf } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { consentFor, firstTicks, whyNotResume } from "./consent-for.ts";
import { shownConnection } from "./shown-connection.ts";

describe("the status region", () => {
  const view = (state: Connection["state"], detail: string | null = null, saving: Saving["state"] = "on") => ({
    connection: { state, detail, plan: null, planId: null },
    saving: { state: saving, detail: null, owner: null, savedAt: null },
  });

  test("says stale while the server cannot be reached", () => {
    expect(shownConnection(view("live"), "lost").state).toBe("stale");
  });

  test("says degraded while the saved session is locked", () => {
    expect(shownConnection(view("live", null, "locked"), "open")).toEqual({
      state: "degraded",
      detail: "The saved session is locked. Unlock it first.",
    });
  });

  test("says what the server says, with its reason", () => {
    const degraded = { state: "degraded", detail: "Not signed in." } as const;
    expect(shownConnection(view("degraded", "Not signed in."), "open")).toEqual(degraded);
    expect(shownConnection(null, "connecting").state).toBe("connecting");
  });
});

describe("consent to a plan", () => {
  const plan: PlanOf<"resume"> = {
    mode: "resume",
    session: sessionIdOf("codex", asThreadId("a")),
    target: "codex",
    basis: [],
    settings: noSettings,
    baseline: null,
    narrowed: [],
    drift: [],
    refusals: [],
    pending: [],
    unfinished: [],
    owner: null,
    tokens: 1,
    contextTokens: null,
    ailments: [],
    approvals: [],
    unchecked: [],
    prompt: null,
    unsentPrompt: null,
    recap: "It stopped.",
  };
  const wider = {
    kind: "setting",
    subject: "sandbox",
    recorded: "read-only",
    now: "none",
    widens: true,
    note: null,
  } as const;

  test("sends the recap unless that is taken back", () => {
    expect(consentFor(plan, firstTicks(plan))).toMatchObject({ sendsRecap: true, allowsWider: false });
    expect(consentFor({ ...plan, recap: null }, firstTicks(plan))?.sendsRecap).toBe(false);
  });

  test("approvals need their own ticks: those that only the agent's log claims are none of the saved ones", () => {
    const approvals = (["saved", "log"] as const).map((source) => ({
      hash: source,
      subject: "make",
      source,
    }));
    const both = { ...plan, approvals };
    const first = firstTicks(both);
    expect(consentFor(both, first)).toMatchObject({ reappliesApprovals: false, trustsLog: false });
    const saved = { ...first, answers: { ...first.answers, approvals: true } };
    expect(consentFor(both, saved)).toMatchObject({ reappliesApprovals: true, trustsLog: false });
    const claimed = { ...first, answers: { ...first.answers, "log-approvals": true } };
    expect(consentFor(both, claimed)).toMatchObject({ reappliesApprovals: false, trustsLog: true });
  });

  test("wider permissions need their own tick", () => {
    const widened = { ...plan, drift: [wider] };
    expect(whyNotResume(widened, firstTicks(widened))).toMatch(/permitted more/);
    const ticks = { ...firstTicks(widened), allowsWider: true };
    expect(whyNotResume(widened, ticks)).toBeNull();
    expect(consentFor(widened, ticks)?.allowsWider).toBe(true);
    expect(consentFor(plan, ticks)?.allowsWider).toBe(false);
  });
});
