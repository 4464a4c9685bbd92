import type { SessionId, ThreadId, Wish } from "@reprise/model";
import { usualWish } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { type Evidence, goOn, planResume } from "./plan.ts";

const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  session: "codex:t" as SessionId,
  about: {
    thread: "t" as ThreadId,
    cwd: "/srv",
    model: "m1",
    sandbox: "read-only",
    approvalPolicy: "on-request",
  },
  basis: [{ path: "/f", sizeBytes: 1, mtimeMs: 2 }],
  isArchived: false,
  owner: null,
  hasFolder: () => true,
  workspaceDrift: [],
  unfinished: [],
  approvals: [],
  approvedInLog: () => [],
  pending: [],
  unsentPrompt: null,
  hasThread: true,
  refusedBecause: null,
  ...more,
});
const wish = (more: Partial<Wish> = {}): Wish => ({
  ...usualWish,
  ...more,
});

describe("planResume", () => {
  it("goes on as recorded", () => {
    const plan = planResume(evidence(), wish());
    expect(plan).toMatchObject({ mode: "resume", drift: [], refusals: [], prompt: goOn, account: null });
    expect(plan.settings).toMatchObject({
      cwd: "/srv",
      model: "m1",
      sandbox: "read-only",
      approvalPolicy: "on-request",
    });
  });

  it("sends a prompt that never arrived, then what the person says, or else one fixed sentence", () => {
    expect(planResume(evidence({ unsentPrompt: "lost" }), wish({ prompt: "now" })).prompt).toBe(
      "lost\n\nnow",
    );
    expect(planResume(evidence(), wish({ prompt: "now" })).prompt).toBe("now");
    expect(planResume(evidence({ unsentPrompt: "lost" }), wish()).prompt).toBe("lost");
  });

  it("refuses more permissions than were recorded, unless just that is said", () => {
    const wider = { settings: { sandbox: "danger-full-access" } };
    expect(planResume(evidence(), wish(wider))).toMatchObject({
      mode: null,
      refusals: [{ reason: "wider-permissions" }],
    });
    expect(planResume(evidence(), wish({ ...wider, allowsWider: true }))).toMatchObject({
      mode: "resume",
      drift: [{ widens: true }],
    });
  });

  it.each([
    ["busy", { owner: { pid: 7, program: "codex" } }],
    ["thread-archived", { isArchived: true }],
    ["folder-missing", { hasFolder: () => false }],
    ["no-thread", { hasThread: false }],
  ] as const)("refuses with a reason and a next step: %s", (reason, more) => {
    const { mode, refusals } = planResume(evidence(more), wish());
    expect(mode).toBeNull();
    expect(refusals.map((refusal) => refusal.reason)).toEqual([reason]);
    expect(refusals[0]?.detail).toMatch(/\w/);
  });

  it("tells of unfinished work without repeating a prompt", () => {
    const left = {
      item: "c",
      kind: "command",
      subject: "make",
      outcome: "unknown",
      evidence: "no end was recorded",
    } as const;
    const { account, prompt } = planResume(evidence({ unfinished: [left] }), wish());
    expect(account).toContain("`make`");
    expect(account).not.toContain(prompt);
  });
});
