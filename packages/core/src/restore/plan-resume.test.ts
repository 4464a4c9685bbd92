import type { Drift, Request, RunId, RunState, SessionId, Settings, ThreadId, Wish } from "@reprise/model";
import { goOn, noSettings, usualWish } from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexPermissions } from "../agents/codex/driver/permissions.ts";
import { type Evidence, planResume, planWithoutLog, sentPrompt, widerRefusals } from "./plan-resume.ts";

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
  permissionsOf: () => ({ rules: codexPermissions, recorded: null, configured: null }),
  ...more,
});
const resumed = (...given: Parameters<typeof planResume>) => planOf(planResume(...given), "resume");
const wish = (more: Partial<Wish> = {}): Wish => ({
  ...usualWish,
  ...more,
});

describe("planResume", () => {
  it("goes on as recorded", () => {
    const plan = planResume(evidence(), wish());
    expect(plan).toMatchObject({ mode: "resume", drift: [], refusals: [], prompt: goOn, recap: null });
    expect(plan.settings).toMatchObject({
      cwd: "/srv",
      model: "m1",
      sandbox: "read-only",
      approvalPolicy: "on-request",
    });
  });

  it("holds nothing of a new thread, and says what only the handshake can check", () => {
    const about = { ...evidence().about, contextTokens: 1234 };
    expect(planResume(evidence({ about }), wish())).toMatchObject({
      target: "codex",
      approvals: [],
      ailments: [],
      recap: null,
      tokens: 1234,
      unchecked: ["effective settings", "MCP servers and tools"],
    });
    expect(resumed(evidence(), wish()).tokens).toBe(0);
  });

  it("says what the recorded model takes, and of another model nothing", () => {
    const about = { cwd: "/srv", model: "m1", contextWindow: 200_000 };
    expect(resumed(evidence({ about }), wish()).contextTokens).toBe(200_000);
    expect(resumed(evidence({ about }), wish({ settings: { model: "m2" } })).contextTokens).toBeNull();
    expect(resumed(evidence({ about: { cwd: "/srv" } }), wish()).contextTokens).toBeNull();
  });

  it("takes every setting from the log, and the workspace where no folder was recorded", () => {
    const about = { model: "m", provider: "p", effort: "high", workspace: "/srv/w" };
    expect(planResume(evidence({ about }), wish()).settings).toEqual({
      ...noSettings,
      model: "m",
      provider: "p",
      effort: "high",
      cwd: "/srv/w",
    });
    expect(planResume(evidence({ about: {} }), wish()).settings).toEqual(noSettings);
  });

  it("carries over what was kept, and what the log calls approved under just the settings to come", () => {
    const approvedInLog = ({ sandbox }: Settings) => [
      { hash: `under ${sandbox}`, subject: "ls", source: "log" as const },
    ];
    const kept = { hash: "h", subject: "make", source: "saved" as const };
    const given = evidence({ approvals: [kept], approvedInLog });
    expect(resumed(given, wish({ settings: { sandbox: "workspace-write" }, allowsWider: true })).approvals).toEqual([
      kept,
      { hash: "under workspace-write", subject: "ls", source: "log" },
    ]);
  });

  it("a silent one sends nothing, not even what never arrived", () => {
    expect(resumed(evidence({ unsentPrompt: "lost" }), wish({ isSilent: true })).prompt).toBeNull();
  });

  it("sends a prompt that never arrived, then what the person says, or else one fixed sentence", () => {
    expect(resumed(evidence({ unsentPrompt: "lost" }), wish({ prompt: "now" })).prompt).toBe("lost\n\nnow");
    expect(resumed(evidence(), wish({ prompt: "now" })).prompt).toBe("now");
    expect(resumed(evidence({ unsentPrompt: "lost" }), wish()).prompt).toBe("lost");
  });

  it("continues with the narrower of recorded and configured, as no change and no refusal", () => {
    const about = { ...evidence().about, sandbox: "read-only", approvalPolicy: "never" };
    expect(planResume(evidence({ about }), wish())).toMatchObject({
      mode: "resume",
      settings: { sandbox: "read-only", approvalPolicy: "on-request" },
      narrowed: [{ subject: "approvalPolicy", recorded: "never", now: "on-request" }],
      drift: [],
      refusals: [],
    });
    expect(planResume(evidence({ about }), wish({ allowsWider: true }))).toMatchObject({
      mode: "resume",
      settings: { approvalPolicy: "never" },
      narrowed: [],
      drift: [{ subject: "approvalPolicy", widens: true }],
    });
  });

  it("refuses more permissions than were recorded where the person names them, unless just that is said", () => {
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

  it("what differs without allowing more is told, and refuses nothing", () => {
    const file: Drift = { kind: "file", subject: "a", recorded: "x", now: "y", widens: false, note: null };
    const plan = planResume(evidence({ workspaceDrift: [file] }), wish({ settings: { model: "m2" } }));
    expect(plan).toMatchObject({ mode: "resume", refusals: [] });
    expect(plan.drift.map(({ subject }) => subject)).toEqual(["model", "a"]);
  });

  it("names just what would be wider, from what to what", () => {
    const plan = planResume(
      evidence(),
      wish({ settings: { model: "m2", sandbox: "workspace-write", approvalPolicy: "never" } }),
    );
    expect(widerRefusals("replay", plan, wish())).toEqual([
      {
        mode: "replay",
        reason: "wider-permissions",
        detail:
          "Wider permissions: sandbox from read-only to workspace-write, approvals from on-request to never (baseline: the agent's default). This needs --allow-wider.",
      },
    ]);
  });

  it("gives every reason at once, the agent's own first", () => {
    const own = { mode: "resume", reason: "not-supported", detail: "It cannot be driven." } as const;
    const plan = planResume(
      evidence({ refusedBecause: own, isArchived: true }),
      wish({ settings: { sandbox: "danger-full-access" } }),
    );
    expect(plan.refusals.map(({ mode, reason }) => [mode, reason])).toEqual([
      ["resume", "not-supported"],
      ["resume", "thread-archived"],
      ["resume", "wider-permissions"],
    ]);
  });

  it("says how an archived session comes out of the archive of its own agent", () => {
    const detail = (more: Partial<Evidence>) =>
      planResume(evidence({ isArchived: true, ...more }), wish()).refusals[0]?.detail;
    expect(detail({ unarchive: "codex unarchive t" })).toBe("It is archived. Run `codex unarchive t` first.");
    expect(detail({})).toBe("It is archived. Unarchive it in codex first.");
    expect(detail({ session: "opencode:t" as SessionId })).toBe("It is archived. Unarchive it in opencode first.");
  });

  it("a session without a folder is not asked for one", () => {
    expect(planResume(evidence({ about: {}, hasFolder: () => false }), wish()).refusals).toEqual([]);
  });

  it.each([
    ["busy", { owner: { pid: 7, program: "codex", terminal: null } }],
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
    const { recap, prompt } = resumed(evidence({ unfinished: [left] }), wish());
    expect(recap).toContain("`make`");
    expect(recap).not.toContain(prompt);
  });
});

describe("sentPrompt", () => {
  it("sends to a new thread what the person says, after what never arrived", () => {
    expect(sentPrompt("lost", wish({ prompt: "now", modes: ["replay"] }))).toBe("lost\n\nnow");
  });

  it("sends nothing by itself, unless going on was wanted", () => {
    expect(sentPrompt("lost", wish({ modes: ["replay", "handoff"] }))).toBeNull();
    expect(sentPrompt(null, wish({ modes: ["resume", "replay"] }))).toBe(goOn);
    expect(sentPrompt("lost", wish({ modes: ["resume", "replay"] }))).toBe("lost");
  });

  it("a silent one sends nothing, whatever was said", () => {
    expect(sentPrompt("lost", wish({ prompt: "now", modes: ["resume"], isSilent: true }))).toBeNull();
  });
});

describe("planWithoutLog", () => {
  const run = {
    run: "r1" as RunId,
    agent: "claude",
    thread: null,
    settings: { ...noSettings, sandbox: "read-only" },
  } as Partial<RunState> as RunState;
  const pending = [{ id: "q" } as Request];

  it("starts nothing and carries nothing over, but keeps the prompt and what was asked", () => {
    const plan = planWithoutLog({ ...run, pending }, "lost", wish());
    expect(plan).toMatchObject({
      mode: null,
      session: "claude:r1",
      target: "claude",
      unsentPrompt: "lost",
      pending,
      owner: null,
      basis: [],
      drift: [],
      unfinished: [],
      ways: [],
      ailments: [],
      settings: { sandbox: "read-only" },
    });
    expect(plan.refusals.map(({ mode, reason }) => [mode, reason])).toEqual([["resume", "no-thread"]]);
  });

  it("is called by its thread where that is known, and prefers what is said now", () => {
    const plan = planWithoutLog({ ...run, thread: "t9" as ThreadId }, "lost", wish({ prompt: "now" }));
    expect(plan).toMatchObject({ session: "claude:t9", unsentPrompt: "now" });
    expect(planWithoutLog(run, null, wish()).unsentPrompt).toBeNull();
    const wasThere = planWithoutLog({ ...run, isPersisted: true }, null, wish());
    expect(wasThere.refusals[0]?.detail).toContain("no longer exists");
  });
});
