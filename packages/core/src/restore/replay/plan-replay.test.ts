import {
  type Drift,
  type Item,
  noSettings,
  type RunId,
  type RunState,
  type SessionId,
  type Settings,
  type Timestamp,
  type Turn,
  usualWish,
  type Wish,
} from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexPermissions } from "../../agents/codex/driver/permissions.ts";
import type { AgentDriver } from "../../agents/driving/driver.ts";
import type { TurnReader } from "../history/choose-history.ts";
import type { Evidence } from "../plan-resume.ts";
import { planReplay, type ReplayParts } from "./plan-replay.ts";
import { briefEntry, hashOfHistory } from "./replayed-history.ts";

const item: Item = {
  id: "a",
  at: null,
  origin: { file: "/f", line: 1, byteOffset: 0 },
  kind: "prompt",
  text: "fix it",
};
const turn: Turn = { number: 1, state: "completed", startedAt: null, endedAt: null, items: [item] };
const reader = (...turns: Turn[]): TurnReader => ({
  first: 1,
  last: turns.length,
  read: async (from, to) => turns.slice(from - 1, to),
});
const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  session: "codex:t" as SessionId,
  about: {
    cwd: "/srv",
    model: "m1",
    provider: "p1",
    effort: "high",
    sandbox: "read-only",
    approvalPolicy: "on-request",
    contextWindow: 50_000,
  },
  basis: [],
  isArchived: false,
  owner: null,
  hasFolder: () => true,
  workspaceDrift: [] as Drift[],
  unfinished: [],
  approvals: [{ hash: "h", subject: "make", source: "saved" as const }],
  pending: [],
  unsentPrompt: null,
  approvedInLog: ({ sandbox }: Settings) => [{ hash: `under ${sandbox}`, subject: "ls", source: "log" as const }],
  hasThread: true,
  refusedBecause: null,
  permissionsOf: () => ({ rules: codexPermissions, recorded: null, configured: null }),
  ...more,
});
const driver = (informs: boolean) => ({ can: { informs, contextTokens: 200_000 } }) as unknown as AgentDriver;
const parts = (more: Partial<ReplayParts> = {}): ReplayParts => ({
  turns: reader(turn),
  driver: driver(true),
  hasWriter: true,
  count: (text) => text.length,
  briefOf: async () => "in short",
  begun: [],
  lacks: () => null,
  ...more,
});
const replayed = async (...given: Parameters<typeof planReplay>) => planOf(await planReplay(...given), "replay");
const wish = (more: Partial<Wish> = {}): Wish => ({ ...usualWish, modes: ["replay"], ...more });

describe("how a new thread is told", () => {
  const way = async (said: Partial<Wish>, more: Partial<ReplayParts>) =>
    (await planReplay(evidence(), wish(said), parts(more))).via;

  it("without a model call wherever that is possible", async () => {
    expect(await way({}, {})).toBe("inject");
    expect(await way({}, { driver: driver(false) })).toBe("native");
    expect(await way({ to: "claude" }, {})).toBe("native");
    expect(await way({ to: "claude" }, { hasWriter: false })).toBe("inject");
    expect(await way({}, { driver: driver(false), hasWriter: false })).toBe("segments");
    expect(await way({}, { driver: null, hasWriter: false })).toBeNull();
  });

  it("as it was said, and refused where the agent cannot be told so", async () => {
    expect(await way({ via: "segments" }, {})).toBe("segments");
    const reasons = async (said: Partial<Wish>, more: Partial<ReplayParts>) => {
      const { mode, refusals } = await planReplay(evidence(), wish(said), parts(more));
      return [mode, ...refusals.map((one) => `${one.mode} ${one.reason}`)];
    };
    const refused = [null, "replay not-supported"];
    expect(await reasons({ via: "inject" }, { driver: driver(false) })).toEqual(refused);
    expect(await reasons({ via: "native" }, { hasWriter: false })).toEqual(refused);
    expect(await reasons({ via: "fork" }, {})).toEqual(refused);
    expect(await reasons({}, { driver: null })).toEqual(refused);
    expect(await reasons({ via: "inject" }, {})).toEqual(["replay"]);
    expect(await reasons({ via: "native" }, {})).toEqual(["replay"]);
    expect(await reasons({ via: "segments" }, { driver: driver(false), hasWriter: false })).toEqual(["replay"]);
  });
});

describe("what a new thread may do", () => {
  it("with the same agent is what was recorded, and what was approved holds", async () => {
    const plan = await replayed(evidence(), wish(), parts());
    expect(plan.settings).toMatchObject({ model: "m1", sandbox: "read-only", approvalPolicy: "on-request" });
    expect(plan.approvals.map(({ hash }) => hash)).toEqual(["h", "under read-only"]);
    expect(plan.drift).toEqual([]);
  });

  it("with another agent is its own, but for the folder and the sandbox, and nothing was approved", async () => {
    const plan = await planReplay(evidence(), wish({ to: "claude" }), parts());
    expect(plan).toMatchObject({ target: "claude", approvals: [] });
    expect(plan.settings).toEqual({
      model: null,
      provider: null,
      effort: null,
      summary: null,
      approvalPolicy: null,
      sandbox: "read-only",
      cwd: "/srv",
    });
    const odd = evidence({ about: { cwd: "/srv", sandbox: "its own word" } });
    expect((await planReplay(odd, wish({ to: "claude" }), parts())).settings.sandbox).toBeNull();
    expect((await planReplay(odd, wish(), parts())).settings.sandbox).toBe("read-only");
    const asRecorded = await planReplay(odd, wish({ allowsWider: true }), parts());
    expect(asRecorded.settings.sandbox).toBe("its own word");
  });

  it.each(["workspace-write", "danger-full-access"])(
    "is not more than the baseline, recorded or named: %s",
    async (sandbox) => {
      const wider = { settings: { sandbox } };
      for (const to of [null, "claude"] as const) {
        const plan = await planReplay(evidence(), wish({ ...wider, to }), parts());
        expect(plan.mode).toBeNull();
        expect(plan.refusals.map(({ mode, reason }) => `${mode} ${reason}`)).toEqual(["replay wider-permissions"]);
        const said = await planReplay(evidence(), wish({ ...wider, to, allowsWider: true }), parts());
        expect(said.mode).toBe("replay");
      }
      const about = { cwd: "/srv", sandbox };
      expect(await planReplay(evidence({ about }), wish({ to: "claude" }), parts())).toMatchObject({
        mode: "replay",
        settings: { sandbox: "read-only" },
        narrowed: [{ subject: "sandbox", recorded: sandbox, now: "read-only" }],
      });
    },
  );

  it("needs a folder that is there", async () => {
    const reasons = async (more: Partial<Evidence>) =>
      (await planReplay(evidence(more), wish(), parts())).refusals.map(({ reason, detail }) => [reason, detail]);
    expect(await reasons({ hasFolder: () => false })).toEqual([
      ["folder-missing", "/srv no longer exists. Choose another folder."],
    ]);
    expect(await reasons({ about: {} })).toEqual([["folder-missing", "Its folder was not recorded. Choose one."]]);
  });
});

describe("what is told and sent", () => {
  it("is what was said, in pieces that the way asks for, with what that costs", async () => {
    const plan = await planReplay(evidence(), wish(), parts());
    expect(plan).toMatchObject({
      mode: "replay",
      turns: { from: 1, to: 1 },
      segments: [{ number: 1, items: ["a"], tokens: 6 }],
      tokens: 6,
      contextTokens: 50_000,
      brief: null,
      continues: null,
      prompt: null,
      unchecked: ["effective settings", "MCP servers and tools"],
    });
  });

  it("is nothing where nothing was ever said", async () => {
    const empty = parts({ turns: reader({ ...turn, items: [] }) });
    for (const asBrief of [false, true]) {
      const plan = await planReplay(evidence(), wish({ asBrief }), empty);
      expect(plan.mode).toBeNull();
      expect(plan.refusals.map(({ reason }) => reason)).toEqual(["nothing-to-tell"]);
    }
  });

  it("as a brief is one message, and the conversation is called lost", async () => {
    const plan = await replayed(evidence(), wish({ asBrief: true }), parts());
    expect(plan).toMatchObject({ brief: "in short", segments: [{ items: ["brief"] }] });
    expect(plan.lost[0]).toContain("a brief is sent instead");
  });

  it("where not all of it fits, a brief or the agent's own summary stands before the rest", async () => {
    const said = (id: string, number: number, more: Partial<Item> = {}): Turn => ({
      ...turn,
      number,
      items: [{ ...item, id, text: "x".repeat(600), ...more } as Item],
    });
    const at = "2026-11-15T20:00:00.000Z" as Timestamp;
    const small = wish({ contextTokens: 2000, briefTokens: 100 });
    const cutOff = parts({ turns: reader(said("a", 1), said("b", 2, { at })) });
    const plan = await replayed(evidence(), small, cutOff);
    expect(plan).toMatchObject({ mode: "replay", brief: "in short", turns: { from: 2, to: 2 } });
    expect(plan.segments.flatMap(({ items }) => items)).toEqual(["brief", "b"]);
    const told = [briefEntry("in short", 2, at).item, { kind: "user", text: "x".repeat(600), at } as const];
    const restore = { hash: hashOfHistory(told, "codex", "inject"), isDone: false };
    const begun = [{ run: "r1", status: "interrupted", settings: noSettings, restore } as unknown as RunState];
    expect((await replayed(evidence(), small, { ...cutOff, begun })).continues).toBe("r1");
    const mark: Partial<Item> = { kind: "notice", mark: { type: "compaction", summary: "its own" } };
    const compacted = parts({ turns: reader(said("a", 1), said("b", 2), said("m", 3, mark), said("c", 4)) });
    const summed = await replayed(evidence(), small, compacted);
    expect(summed).toMatchObject({ brief: "its own", turns: { from: 4, to: 4 } });
    expect(summed.segments.flatMap(({ items }) => items)).toEqual(["brief", "c"]);
    const none = await replayed(evidence(), wish({ contextTokens: 2000, briefTokens: 900 }), cutOff);
    expect(none.segments.flatMap(({ items }) => items)).toEqual(["brief"]);
  });

  it("fits what the model takes: as said, as recorded of the same agent, as its agent says, or a usual one", async () => {
    const window = async (said: Partial<Wish>, more: Partial<ReplayParts> = {}, about?: Evidence["about"]) =>
      (await replayed(evidence(about ? { about } : {}), wish(said), parts(more))).contextTokens;
    expect(await window({ contextTokens: 9_000 })).toBe(9_000);
    expect(await window({ to: "codex" })).toBe(50_000);
    expect(await window({ to: "claude" })).toBe(200_000);
    expect(await window({}, {}, { cwd: "/srv" })).toBe(200_000);
    expect(await window({}, { driver: { can: { informs: true } } as AgentDriver }, { cwd: "/srv" })).toBe(128_000);
  });

  it("a prompt that never arrived is called lost, unless it is sent now", async () => {
    const lost = async (said: Partial<Wish>) => {
      const plan = await replayed(evidence({ unsentPrompt: "never came" }), wish(said), parts());
      return [plan.prompt, plan.lost.some((text) => text.endsWith("never came"))];
    };
    expect(await lost({})).toEqual([null, true]);
    expect(await lost({ prompt: "now" })).toEqual(["never came\n\nnow", false]);
    const long = await replayed(evidence({ unsentPrompt: "x".repeat(999) }), wish(), parts());
    expect(long.lost.join()).toContain(`want it: ${"x".repeat(200)},`);
    expect((await replayed(evidence(), wish(), parts())).lost).toHaveLength(1);
  });
});

describe("a replay that was begun before", () => {
  const told = [{ kind: "user", text: "fix it", at: null }] as const;
  const begun = (more: Partial<RunState> = {}, restore: Partial<NonNullable<RunState["restore"]>> = {}) =>
    ({
      run: "r1" as RunId,
      status: "interrupted",
      settings: noSettings,
      restore: {
        hash: hashOfHistory(told, "codex", "inject"),
        sentCount: 1,
        segmentCount: 3,
        isDone: false,
        ...restore,
      },
      ...more,
    }) as Partial<RunState> as RunState;
  const continues = async (run: RunState, said: Partial<Wish> = {}) =>
    (await replayed(evidence(), wish(said), parts({ begun: [run] }))).continues;

  it("is gone on with when it told just this, to the same agent, in the same way", async () => {
    expect(await continues(begun())).toBe("r1");
    expect(await continues(begun(), { via: "segments" })).toBeNull();
    expect(await continues(begun(), { to: "claude" })).toBeNull();
    expect(await continues(begun({}, { hash: "another" }))).toBeNull();
  });

  it("is not when it is done, still runs, or restores nothing", async () => {
    expect(await continues(begun({}, { isDone: true }))).toBeNull();
    expect(await continues(begun({ status: "running" }))).toBeNull();
    expect(await continues(begun({ restore: null }))).toBeNull();
  });

  it("is allowed no more than it was begun with, unless that is said now", async () => {
    const narrow = { ...noSettings, sandbox: "read-only", approvalPolicy: "untrusted", model: "m0" };
    const about = { cwd: "/srv", model: "m1", sandbox: "workspace-write", approvalPolicy: "on-request" };
    const planned = async (said: Partial<Wish>, run = begun({ settings: narrow })) => {
      const plan = await replayed(evidence({ about }), wish({ allowsWider: true, ...said }), parts({ begun: [run] }));
      const { model, sandbox, approvalPolicy } = plan.settings;
      return [plan.continues, model, sandbox, approvalPolicy];
    };
    expect(await planned({})).toEqual(["r1", "m1", "read-only", "untrusted"]);
    expect(await planned({ settings: { sandbox: "workspace-write" } })).toEqual([
      ...["r1", "m1", "workspace-write", "untrusted"],
    ]);
    expect(await planned({ via: "native" })).toEqual([null, "m1", "workspace-write", "on-request"]);
  });

  it("is shown at the way it was begun in", async () => {
    const { ways } = await planReplay(evidence(), wish({ via: "segments" }), parts({ begun: [begun()] }));
    expect(ways).toEqual([
      { way: "inject", stopped: { sentCount: 1, segmentCount: 3 } },
      { way: "native", stopped: null },
      { way: "segments", stopped: null },
    ]);
    const few = await planReplay(evidence(), wish(), parts({ driver: driver(false), hasWriter: false }));
    expect(few.ways).toEqual([{ way: "segments", stopped: null }]);
    expect((await planReplay(evidence(), wish(), parts({ driver: null }))).ways).toEqual([]);
  });
});
