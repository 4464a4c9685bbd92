import {
  type Consent,
  noSettings,
  type PlanOf,
  type RunId,
  type RunScope,
  type RunState,
  type SessionId,
  type ThreadId,
} from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { RecordedSession } from "../library/file-library.ts";
import type { ThreadHistory } from "../runs/thread-history.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { newOrder, replayOrder, resumeOrder } from "./run-orders.ts";

const reader = {
  host: memoryHost({}),
  scopeOf: (root: string): RunScope => ({ kind: "workspace", root }),
} as unknown as EvidenceReader;
const recorded = (workspace: string | null = "/srv/w") =>
  ({
    session: { id: "codex:t" as SessionId, agent: "codex", thread: "t" as ThreadId, workspace },
    home: "/other/home",
  }) as Partial<RecordedSession> as RecordedSession;
const settings = { ...noSettings, cwd: "/srv/a", sandbox: "read-only" };
const common = {
  target: "codex",
  settings,
  basis: [{ path: "/log", sizeBytes: 1, mtimeMs: 2 }],
  approvals: [
    { hash: "h", subject: "make", source: "saved" },
    { hash: "l", subject: "make install", source: "log" },
  ],
} as const;
const resumePlan = (more: Partial<PlanOf<"resume">> = {}) =>
  ({ mode: "resume", ...common, ...more }) as Partial<PlanOf<"resume">> as PlanOf<"resume">;
const newThread = <Mode extends "fork" | "replay">(mode: Mode, more: Partial<PlanOf<Mode>> = {}) =>
  ({ mode, ...common, turns: { from: 1, to: 3 }, ...more }) as Partial<PlanOf<Mode>> as PlanOf<Mode>;
const consent = (more: Partial<Consent> = {}): Consent => ({
  drift: "refuse" as const,
  reappliesApprovals: false,
  sendsRecap: false,
  allowsWider: false,
  canAnswer: true,
  ...more,
});
const latest = {
  run: "r0" as RunId,
  scope: { kind: "project", path: "/p" },
} as Partial<RunState> as RunState;
const history = (given: RunState | null) => ({ latest: given }) as Partial<ThreadHistory> as ThreadHistory;

describe("what a run may answer by itself", () => {
  const orders = (given: Consent) => [
    resumeOrder(resumePlan(), recorded(), history(null), given, reader),
    replayOrder(newThread("replay"), recorded(), history(null), given, reader),
  ];

  it("is nothing, unless the person has agreed to just that", () => {
    for (const { kept } of orders(consent())) expect([...kept]).toEqual([]);
    for (const { kept } of orders(consent({ reappliesApprovals: true }))) expect([...kept]).toEqual(["h"]);
    for (const { kept, claimed } of orders(consent({ trustsLog: true })))
      expect([[...kept], [...(claimed ?? [])]]).toEqual([["l"], ["l"]]);
    for (const { kept } of orders(consent({ reappliesApprovals: true, trustsLog: true })))
      expect([...kept]).toEqual(["h", "l"]);
    expect([
      ...newOrder({ agent: "codex", cwd: "/srv", settings: {}, prompt: "", canAnswer: true }, reader).kept,
    ]).toEqual([]);
  });

  it("is no where nobody is there to be asked", () => {
    for (const { whenAsked } of orders(consent())) expect(whenAsked).toBe("ask");
    for (const { whenAsked } of orders(consent({ canAnswer: false }))) expect(whenAsked).toBe("decline");
    const wish = { agent: "codex", cwd: "/srv", settings: {}, prompt: "" } as const;
    expect(newOrder({ ...wish, canAnswer: true }, reader).whenAsked).toBe("ask");
    expect(newOrder({ ...wish, canAnswer: false }, reader).whenAsked).toBe("decline");
  });
});

describe("what a run is begun with", () => {
  it("anew: what was said, in the folder that was said", () => {
    const wish = { agent: "claude", cwd: "/srv", prompt: "", canAnswer: true } as const;
    expect(newOrder({ ...wish, settings: { model: "m", cwd: "/ignored" } }, reader)).toEqual({
      agent: "claude",
      scope: { kind: "workspace", root: "/srv" },
      workspace: "/srv",
      home: null,
      settings: { ...noSettings, model: "m", cwd: "/srv" },
      kept: new Set(),
      whenAsked: "ask",
      lineage: null,
      resume: null,
      carries: [],
      instructions: null,
    });
    const lineage = { kind: "handoff", session: "codex:t" as SessionId, turn: null } as const;
    expect(newOrder({ ...wish, settings: {}, lineage }, reader).lineage).toEqual(lineage);
  });

  it("a resume: just what was planned, in the session's own home, after the files that were planned with", () => {
    expect(resumeOrder(resumePlan(), recorded(), history(latest), consent({ carries: ["p1"] }), reader)).toEqual({
      agent: "codex",
      scope: latest.scope,
      workspace: "/srv/w",
      home: "/other/home",
      settings,
      kept: new Set(),
      claimed: new Set(),
      whenAsked: "ask",
      lineage: null,
      carries: ["p1"],
      instructions: null,
      resume: { thread: "t", earlier: latest, basis: [{ path: "/log", sizeBytes: 1, mtimeMs: 2 }] },
    });
  });

  it("a new thread: in the old home only with the same agent, and it says where it comes from", () => {
    const replayed = replayOrder(newThread("replay"), recorded(), history(null), consent(), reader);
    expect(replayed).toEqual({
      agent: "codex",
      scope: { kind: "workspace", root: "/srv/a" },
      workspace: "/srv/a",
      settings,
      home: "/other/home",
      kept: new Set(),
      claimed: new Set(),
      whenAsked: "ask",
      carries: [],
      lineage: { kind: "replay", session: "codex:t", turn: 3 },
    });
    const foreign = replayOrder(
      newThread("replay", { target: "claude" }),
      recorded(),
      history(null),
      consent(),
      reader,
    );
    expect(foreign).toMatchObject({ agent: "claude", home: null });
    const forked = replayOrder(newThread("fork"), recorded(), history(null), consent(), reader);
    expect(forked.lineage).toEqual({ kind: "fork", session: "codex:t", turn: 3 });
  });

  it("a replay of work on a pull request is about it too; a fork is not", () => {
    const scope = { kind: "pull-request", host: "h", owner: "o", repository: "r", number: 1 } as const;
    const about = history({ ...latest, scope });
    expect(replayOrder(newThread("replay"), recorded(), about, consent(), reader).scope).toEqual(scope);
    const forked = replayOrder(newThread("fork"), recorded(), about, consent(), reader);
    expect(forked.scope).toEqual({ kind: "workspace", root: "/srv/a" });
    const round = replayOrder(newThread("replay"), recorded(), history(latest), consent(), reader);
    expect(round.scope).toEqual({ kind: "workspace", root: "/srv/a" });
  });

  it("works where it was planned, else where the session did, else at home", () => {
    const scopes = (cwd: string | null, workspace: string | null) => {
      const given = { settings: { ...settings, cwd } };
      return [
        resumeOrder(resumePlan(given), recorded(workspace), history(null), consent(), reader).scope,
        replayOrder(newThread("replay", given), recorded(workspace), history(null), consent(), reader).scope,
      ];
    };
    const both = (root: string) => [
      { kind: "workspace", root },
      { kind: "workspace", root },
    ];
    expect(scopes("/srv/a", "/srv/w")).toEqual(both("/srv/a"));
    expect(scopes(null, "/srv/w")).toEqual(both("/srv/w"));
    expect(scopes(null, null)).toEqual(both("/home/dev"));
  });
});
