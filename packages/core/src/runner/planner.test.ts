import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Agent,
  asThreadId,
  noSettings,
  type ProcessIdentity,
  type RestoreMode,
  type RestorePlan,
  type RunId,
  type SessionId,
  type Settings,
  sessionIdOf,
  usualWish,
  type Wish,
} from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeExecDriver } from "../agents/claude/exec/driver.ts";
import { claudeWriter } from "../agents/claude/write/writer.ts";
import { codexAilments } from "../agents/codex/ailments.ts";
import { codexDriver } from "../agents/codex/driver/driver.ts";
import type { AgentDriver } from "../agents/driving/driver.ts";
import { builtInAgents } from "../agents/registry.ts";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { newJournalPath, openJournal } from "../journal/journal.ts";
import type { RecordBody } from "../journal/journal-record.ts";
import { openFileLibrary } from "../library.ts";
import { replayedHistory } from "../restore/replay/replayed-history.ts";
import { EvidenceReader } from "./evidence-reader.ts";
import { planFor } from "./planner.ts";
import { turnsUpTo } from "./turns-up-to.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const told = "01a1e0ba-4bd3-7653-b0c3-c102b498c762";
const session = `codex:${thread}` as SessionId;
const drivers: Partial<Record<Agent, AgentDriver>> = { codex: codexDriver, claude: claudeExecDriver };

const host = nodeHost({});
const me = processIdentity(host.pid, host.processes);

let folder = "";
let workspace = "";
let desks: EvidenceReader[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-planner-"));
  workspace = join(folder, "workspace");
  mkdirSync(workspace);
  mkdirSync(join(folder, "codex"));
  writeFileSync(join(folder, "codex", "config.toml"), 'sandbox_mode = "workspace-write"\n');
});
afterEach(() => {
  for (const { library } of desks) library.close();
  desks = [];
  rmSync(folder, { recursive: true, force: true });
});

/** A Codex session with one turn per prompt. `behind`: earlier content it follows. */
function record(prompts: readonly string[], { id = thread, more = "", behind = "" } = {}): string {
  const line = (type: string, payload: object, at = "2026-11-15T19:41:07.000Z") =>
    `${JSON.stringify({ timestamp: at, type, payload })}\n`;
  const said = (role: string, type: string, text: string) =>
    line("response_item", { type: "message", role, content: [{ type, text }] });
  const named = { id, cwd: workspace, originator: "cli", cli_version: "0.166.0", source: "cli" };
  const base = { history_base: { thread_id: id, end_byte_offset: Buffer.byteLength(behind) } };
  const head = behind === "" ? named : { ...named, ...base };
  const settings = {
    cwd: workspace,
    model: "m1",
    approval_policy: "on-request",
    sandbox_policy: { type: "workspace-write" },
  };
  const turns = prompts.map((prompt, index) => {
    const turn_id = `turn-${index + 1}`;
    return [
      line("event_msg", { type: "task_started", turn_id }),
      line("turn_context", { turn_id, ...settings }),
      said("user", "input_text", prompt),
      line("event_msg", { type: "user_message", message: prompt }),
      said("assistant", "output_text", `done: ${prompt}`),
      line("event_msg", { type: "agent_message", message: `done: ${prompt}` }),
      line("event_msg", { type: "task_complete", turn_id }),
    ].join("");
  });
  const place = join(folder, "codex/sessions/2026/11/15");
  mkdirSync(place, { recursive: true });
  const text = [line("session_meta", head), ...turns, more].join("");
  const name = behind === "" ? `07-${id}` : `08-${id}_${told}`;
  writeFileSync(join(place, `rollout-2026-11-15T19-41-${name}.jsonl`), text);
  return text;
}

/** `installed`: the agents on this machine. */
function deskOf(installed: readonly Agent[] = ["codex", "claude"], more = drivers): EvidenceReader {
  const host = nodeHost({
    HOME: folder,
    CODEX_HOME: join(folder, "codex"),
    PATH: "",
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
  });
  const programOf = (agent: Agent) => (installed.includes(agent) ? process.execPath : join(folder, "not-there"));
  const reader = new EvidenceReader({
    environment: {
      host,
      stateFolder: join(folder, "state"),
      programOf,
      newId: () => "id",
      version: "0",
      redacts: true,
      onHealth: () => undefined,
      driverOf: (agent) => drivers[agent] ?? codexDriver,
    },
    library: openFileLibrary(host),
    driverOf: (agent) => more[agent] ?? null,
    writerOf: (agent) => (agent === "claude" ? claudeWriter : null),
    scanOf: (agent) => (agent === "codex" ? codexAilments : undefined),
    toolMeaningOf: () => undefined,
    agents: builtInAgents,
  });
  desks.push(reader);
  return reader;
}
const plan = (text: string, wish: Partial<Wish> = {}, reader = deskOf()) =>
  planFor(text, { ...usualWish, ...wish }, reader);
const replayed = async (wish: Partial<Wish>) => planOf(await plan(session, wish), "replay");
const handedOff = async (wish: Partial<Wish>) =>
  planOf(await plan(session, { modes: ["handoff"], ...wish }), "handoff");
const ailmentsIn = (made: RestorePlan) => ("ailments" in made ? made.ailments : []);

interface Made {
  readonly agent?: Agent;
  readonly settings?: Partial<Settings>;
  readonly process?: ProcessIdentity;
}

async function journal(
  run: string,
  { agent = "codex", settings = {}, process = { ...me, startTicks: "1" } }: Made,
  ...facts: RecordBody[]
): Promise<void> {
  const scope = { kind: "workspace", root: workspace } as const;
  const path = newJournalPath(join(folder, "state"), scope, host.now(), run as RunId);
  const opened = await openJournal(path, { host, process, onHealth: () => undefined, redacts: true });
  opened.append(
    {
      type: "run-started",
      run: run as RunId,
      agent,
      scope,
      label: "l",
      home: null,
      workspace,
      settings: { ...noSettings, ...settings },
      process,
      repriseVersion: "0",
      lineage: null,
    },
    ...facts,
  );
  opened.close();
}
const known = (id: string): RecordBody => ({
  type: "thread-known",
  thread: asThreadId(id),
  isPersisted: true,
  rollout: null,
});

describe("what is planned", () => {
  it("is the first mode that was asked for and is possible, with why those before it are not", async () => {
    record(["build a bridge", "paint it"]);
    expect(await plan(session)).toMatchObject({
      mode: "resume",
      session,
      target: "codex",
      refusals: [],
      settings: { cwd: workspace, model: "m1", sandbox: "workspace-write", approvalPolicy: "on-request" },
    });
    const refused = await plan(session, { modes: ["fork", "handoff"], to: "claude" });
    expect(refused).toMatchObject({ mode: "handoff", refusals: [{ mode: "fork", reason: "not-supported" }] });
  });

  it.each<RestoreMode>(["resume", "fork", "replay"])("a %s needs its agent on this machine", async (mode) => {
    record(["build a bridge"]);
    const missing = await plan(session, { modes: [mode] }, deskOf(["claude"]));
    expect(missing).toMatchObject({ mode: null, refusals: [{ mode, reason: "agent-missing" }] });
    expect(missing.refusals[0]?.detail).toContain("npm install");
    expect((await plan(session, { modes: [mode] }, deskOf(["codex"]))).mode).toBe(mode);
  });

  it("a replay to another agent needs that one, and a handoff none", async () => {
    record(["build a bridge"]);
    const toClaude = { modes: ["replay"], to: "claude" } as const;
    expect(await plan(session, toClaude, deskOf(["claude"]))).toMatchObject({
      mode: "replay",
      target: "claude",
      via: "native",
      refusals: [],
    });
    expect((await plan(session, toClaude, deskOf(["codex"]))).refusals).toMatchObject([
      { mode: "replay", reason: "agent-missing" },
    ]);
    expect((await plan(session, { modes: ["handoff"] }, deskOf([]))).mode).toBe("handoff");
    expect((await plan(session, { modes: ["replay"], to: "gemini" })).refusals).toMatchObject([
      { mode: "replay", reason: "not-supported" },
    ]);
    const { missing: _, ...untold } = codexDriver;
    const trusting = deskOf([], { codex: untold });
    expect((await plan(session, {}, trusting)).mode).toBe("resume");
  });

  it("a replay is written into an agent's own store only where somebody can write there", async () => {
    record(["build a bridge"]);
    const natively = { modes: ["replay"], via: "native" } as const;
    expect((await plan(session, natively)).refusals).toMatchObject([{ reason: "not-supported" }]);
    expect((await plan(session, { ...natively, to: "claude" })).mode).toBe("replay");
  });

  it("of a session without a turn nothing is told, also not in short", async () => {
    record([]);
    for (const asBrief of [false, true])
      expect(await plan(session, { modes: ["replay"], asBrief })).toMatchObject({
        mode: null,
        refusals: [{ reason: "nothing-to-tell" }],
      });
  });

  it("a fork after a turn is made by the name that the agent's log gives the turn", async () => {
    record(["build a bridge", "paint it"]);
    const fork = { modes: ["fork"] } as const;
    expect(await plan(session, { ...fork, at: 1 })).toMatchObject({
      mode: "fork",
      turns: { from: 1, to: 1 },
    });
    expect(await plan(session, fork)).toMatchObject({ mode: "fork", turns: { from: 1, to: 2 } });
    await expect(plan(session, { ...fork, at: 3 })).rejects.toMatchObject({ code: "bad-use" });
  });

  it("ailments are looked for where that was asked for", async () => {
    const call = { type: "function_call", name: "exec_command", arguments: "{}", call_id: "c1" };
    const more = `${JSON.stringify({ timestamp: "2026-11-15T19:42:00.000Z", type: "response_item", payload: call })}\n`;
    record(["build a bridge"], { more });
    const kinds = async (looksForAilments: boolean) =>
      ailmentsIn(await plan(session, { modes: ["replay"], looksForAilments })).map(({ kind }) => kind);
    expect(await kinds(true)).toEqual(["orphan-call"]);
    expect(await kinds(false)).toEqual([]);
  });

  it("a resume is warned of what models refuse, where nothing else is against it", async () => {
    record(["build a bridge", "paint\0 it"]);
    const kinds = async (wish: Partial<Wish>, reader = deskOf()) =>
      ailmentsIn(await plan(session, wish, reader)).map(({ kind }) => kind);
    expect(await kinds({})).toContain("nul");
    expect(await kinds({}, deskOf([]))).toEqual([]);
  });

  it("of what was taken back since no ailment is told", async () => {
    const behind = record(["build a bridge"]);
    record(["build a bridge", "paint\0 it"]);
    record(["burn it"], { behind });
    const ailments = async (wish: Partial<Wish>) => ailmentsIn(await plan(session, wish));
    expect((await handedOff({})).brief).toMatch(/build a bridge.*burn it/s);
    expect(await ailments({})).toEqual([]);
    expect(await ailments({ modes: ["replay"], looksForAilments: true })).toEqual([]);
  });
});

describe("a brief", () => {
  const long = (what: string) => `${what} ${"and so on ".repeat(80)}`;
  const prompts = ["build a bridge", ...Array.from({ length: 40 }, (_, index) => long(`step ${index}.`))];

  it("of a handoff tells of all turns up to the one that was said, in just so many tokens", async () => {
    record(["build a bridge", "paint it"]);
    const all = await handedOff({});
    expect(all.brief).toContain("build a bridge");
    expect(all.brief).toContain("paint it");
    expect(all.brief).toContain(workspace);
    expect(all.brief).toContain(`rollout-2026-11-15T19-41-07-${thread}.jsonl`);
    const first = await handedOff({ at: 1 });
    expect(first.brief).not.toContain("paint it");
    expect(first.turns).toEqual({ from: 1, to: 1 });
    record(prompts);
    const short = await handedOff({ briefTokens: 512 });
    expect(short.tokens).toBeLessThanOrEqual(512);
    expect((await handedOff({ briefTokens: 900 })).tokens).toBeGreaterThan(512);
    await expect(handedOff({ briefTokens: 511 })).rejects.toThrow(/at least 512 tokens/);
  });

  it("of a replay has constraints of turns that do not fit", async () => {
    record(prompts.with(9, "Never use steel."));
    const { brief, turns } = await replayed({
      modes: ["replay"],
      contextTokens: 4000,
      briefTokens: 600,
    });
    expect(turns?.from).toBeGreaterThan(20);
    expect(brief).toContain('"Never use steel."');
  });

  it("before what fits of a replay tells the goal, however far back that was said", async () => {
    record(prompts);
    const { brief, turns } = await replayed({
      modes: ["replay"],
      contextTokens: 4000,
      briefTokens: 600,
    });
    expect(turns?.from).toBeGreaterThan(20);
    expect(brief?.match(/build a bridge/g)).toHaveLength(1);
    record(["build a bridge", "paint it"]);
    const whole = await replayed({ modes: ["replay"], asBrief: true });
    expect(whole.brief).toContain("paint it");
    expect(whole.brief?.match(/^.*build a bridge.*$/gm)).toEqual(
      (await handedOff({})).brief.match(/^.*build a bridge.*$/gm),
    );
  });
});

describe("a replay that stopped half way", () => {
  const begun = (more: Partial<RecordBody & { type: "restore-begun" }> = {}): RecordBody => ({
    type: "restore-begun",
    from: session,
    mode: "replay",
    via: "segments",
    turn: 1,
    hash: "h",
    segmentCount: 3,
    ...more,
  });

  beforeEach(() => {
    record(["build a bridge", "paint it"]);
    record(["a part of the history"], { id: told });
  });

  it("is gone on with as it was begun, whoever names its session or its run", async () => {
    await journal("r1", {}, begun(), known(told));
    for (const name of [`codex:${told}`, told.slice(0, 36), "r1"]) {
      expect(await plan(name), name).toMatchObject({
        mode: "replay",
        session,
        target: "codex",
        via: "segments",
        turns: { from: 1, to: 1 },
        ways: [{ way: "segments" }],
      });
    }
    expect(await plan(session)).toMatchObject({ mode: "resume", session });
  });

  it("also by another agent, whose log of it is not there", async () => {
    await journal("r1", { agent: "claude" }, begun({ via: "native" }), known("c1"));
    await journal("r2", { agent: "claude" }, begun({ turn: 2 }), known("c2"));
    expect(await plan("claude:c1")).toMatchObject({
      mode: "replay",
      session,
      target: "claude",
      via: "native",
      turns: { from: 1, to: 1 },
      ways: [{ way: "native" }],
    });
    expect(await plan("r2")).toMatchObject({ target: "claude", via: "segments", turns: { from: 1, to: 2 } });
  });

  it("in the folder it was begun in, else in that of its run, unless another is said", async () => {
    const [other, third] = [join(folder, "other"), join(folder, "third")];
    for (const path of [other, third]) mkdirSync(path);
    await journal("r1", { settings: { cwd: other } }, begun(), known(told));
    await journal("r2", {}, begun());
    const cwd = async (name: string, settings: Partial<Settings> = {}) => (await plan(name, { settings })).settings.cwd;
    expect(await cwd("r1")).toBe(other);
    expect(await cwd("r1", { cwd: null })).toBe(other);
    expect(await cwd("r1", { cwd: third })).toBe(third);
    expect(await cwd("r2")).toBe(workspace);
  });

  it("only for the session it was begun for, though another says the same", async () => {
    record(["build a bridge", "paint it"], { id: told });
    const way = { modes: ["replay"], via: "segments" } as const;
    const reader = deskOf();
    const other = `codex:${told}` as SessionId;
    const turns = turnsUpTo(await reader.library.recorded(other), null, reader);
    const hash = (await replayedHistory(planOf(await plan(other, way, reader), "replay"), turns))?.hash ?? "";
    await journal("r0", {}, known("unrelated"));
    await journal("r1", {}, begun({ from: other, hash, turn: 2 }));
    expect(planOf(await plan(other, way), "replay").continues).toBe("r1");
    expect(planOf(await plan(session, way), "replay").continues).toBeNull();
    // It has no thread yet, so no session can be named.
    await expect(plan("codex:null")).rejects.toMatchObject({ code: "not-found" });
  });

  it("with no more permissions than it was begun with", async () => {
    const way = { modes: ["replay"], via: "segments", at: 1 } as const;
    const reader = deskOf();
    const turns = turnsUpTo(await reader.library.recorded(session), way.at, reader);
    const items = await replayedHistory(planOf(await plan(session, way, reader), "replay"), turns);
    const settings = { cwd: workspace, sandbox: "read-only", approvalPolicy: "untrusted" };
    await journal("r1", { settings }, begun({ hash: items?.hash ?? "" }), known(told));
    for (const name of [session, `codex:${told}`])
      expect(await plan(name, way), name).toMatchObject({ continues: "r1", settings });
    const said = { ...way, settings: { sandbox: "workspace-write" } };
    expect((await plan(session, said)).settings).toMatchObject({ sandbox: "workspace-write" });
  });

  it.each<[string, Made, RecordBody[]]>([
    ["is done", {}, [begun(), { type: "restored", itemCount: 1, segmentCount: 3, sentTokens: 0 }]],
    ["was a fork", {}, [begun({ mode: "fork", via: "fork" })]],
    ["is of another thread", {}, [begun(), known("another")]],
    ["is of another agent", { agent: "claude" }, [begun()]],
    ["restores nothing", {}, []],
    ["still runs", { process: me }, [begun()]],
  ])("one that %s is not", async (_what, made, facts) => {
    await journal("r1", made, known(told), ...facts);
    expect(await plan(`codex:${told}`)).toMatchObject({ mode: "resume", session: `codex:${told}` });
  });
});

describe("a session that only our journal knows", () => {
  const prompt: RecordBody = {
    type: "prompt-sending",
    prompt: "p",
    text: "build a bridge",
    isSteering: false,
  };

  it("cannot be gone on with, but its prompt is kept", async () => {
    await journal("r0", {}, { ...prompt, text: "another" });
    await journal("r1", {}, known(thread), prompt);
    await journal("r2", {}, known(told), { ...prompt, text: "another" });
    for (const name of [session, "r1"]) {
      expect(await plan(name), name).toMatchObject({
        mode: null,
        session,
        unsentPrompt: "build a bridge",
        refusals: [{ mode: "resume", reason: "no-thread" }],
      });
    }
    // Killed before the agent had named the thread.
    expect(await plan("r0")).toMatchObject({ mode: null, session: "codex:r0", unsentPrompt: "another" });
  });

  it("is not made up, and what else goes wrong is told as it is", async () => {
    await journal("r0", {}, prompt);
    for (const name of [sessionIdOf("codex", asThreadId("nobody")), "r1", "codex:null"])
      await expect(plan(name), name).rejects.toMatchObject({ code: "not-found" });
    record(["one"]);
    record(["two"], { id: told });
    await expect(plan(thread.slice(0, 20))).rejects.toMatchObject({ code: "ambiguous" });
  });
});
