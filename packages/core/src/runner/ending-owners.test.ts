import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asThreadId, noSettings, type Owner, type RunId, type Runner, usualWish } from "@reprise/model";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Host } from "../host/host.ts";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { newJournalPath, openJournal } from "../journal/journal.ts";
import { openRunner } from "../runner.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const holder: Owner = { pid: process.ppid, program: "codex", terminal: null };

let [folder, workspace] = ["", ""];
let runner: Runner | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-ending-"));
  workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const sessions = join(folder, "codex/sessions/2026/11/15");
  mkdirSync(sessions, { recursive: true });
  mkdirSync(join(folder, "codex/thread-writer-locks"));
  writeFileSync(join(folder, `codex/thread-writer-locks/${thread}.lock`), "");
  const line = (type: string, payload: object) =>
    `${JSON.stringify({ timestamp: "2026-11-15T19:41:07.000Z", type, payload })}\n`;
  const text = [
    line("session_meta", { id: thread, cwd: workspace, originator: "cli", cli_version: "0.166.0" }),
    line("event_msg", { type: "task_started", turn_id: "t1" }),
    line("event_msg", { type: "user_message", message: "build a bridge" }),
  ];
  writeFileSync(join(sessions, `rollout-2026-11-15T19-41-07-${thread}.jsonl`), text.join(""));
});
afterEach(() => {
  runner?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Holding {
  /** How often the holder is found to have the lock. */
  readonly looks: number;
  readonly isEnding: boolean;
}

/** A machine on which the holder has the session open. */
async function runnerWhere({ looks, isEnding }: Holding): Promise<{ runner: Runner; seen: () => number }> {
  const real = nodeHost({
    HOME: folder,
    CODEX_HOME: join(folder, "codex"),
    PATH: "",
    REPRISE_CODEX_BIN: process.execPath,
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
  });
  let seen = 0;
  const processes: Host["processes"] = {
    ...real.processes,
    lockHolders(paths) {
      seen += 1;
      return seen > looks ? new Map() : new Map(paths.map((path) => [path, holder.pid]));
    },
    describe: (pid) => ({ ...holder, pid }),
    isEnding: (pid) => isEnding && pid === holder.pid,
  };
  runner = await openRunner({ ...real, processes });
  return { runner, seen: () => seen };
}

/** A run of the session whose Reprise is dead, and whose agent is the holder. */
async function orphan(): Promise<void> {
  await runOf({ startTicks: "1" });
}

/** A run of the session by this process, unless it says otherwise; its agent is the holder. */
async function runOf(identity: { startTicks?: string } = {}, agent = holder.pid): Promise<void> {
  const host = nodeHost({});
  const scope = { kind: "workspace", root: workspace } as const;
  const path = newJournalPath(join(folder, "state"), scope, host.now(), "run-1" as RunId);
  const process = { ...processIdentity(host.pid, host.processes), ...identity };
  const journal = await openJournal(path, { host, process, onHealth: () => undefined, redacts: true });
  journal.append(
    {
      type: "run-started",
      run: "run-1" as RunId,
      agent: "codex",
      scope,
      label: "l",
      home: null,
      workspace,
      settings: noSettings,
      process,
      repriseVersion: "0",
      lineage: null,
    },
    { type: "agent-started", process: processIdentity(agent, host.processes), version: null },
    { type: "thread-known", thread: asThreadId(thread), isPersisted: true, rollout: null },
  );
  journal.close();
}

const wish = { ...usualWish, modes: ["resume", "replay"] } as const;

it("a session whose agent was just killed is resumed as soon as that is gone", async () => {
  const { runner } = await runnerWhere({ looks: 3, isEnding: true });
  expect(await runner.plan(thread, wish)).toMatchObject({ mode: "resume", owner: null, refusals: [] });
});

it("a session whose Reprise was just killed is resumed as soon as its agent has ended", async () => {
  await orphan();
  const { runner } = await runnerWhere({ looks: 3, isEnding: false });
  expect(await runner.plan(thread, wish)).toMatchObject({ mode: "resume", owner: null, refusals: [] });
});

it("a run whose Reprise was just killed is offered as soon as its agent has ended, also where it is asked for", async () => {
  await orphan();
  const { runner } = await runnerWhere({ looks: 3, isEnding: false });
  const offered = { run: "run-1", session: `codex:${thread}`, mode: "resume" };
  expect(await runner.offer({ kind: "workspace", root: workspace })).toMatchObject(offered);
  expect(await runner.offer({ kind: "workspace", root: workspace }, true)).toMatchObject(offered);
});

it("a session that somebody has open is busy at once", async () => {
  const { runner, seen } = await runnerWhere({ looks: 3, isEnding: false });
  expect(await runner.plan(thread, usualWish)).toMatchObject({
    mode: null,
    owner: holder,
    refusals: [{ reason: "busy" }],
  });
  expect(seen()).toBe(1);
});

it("a run that ends first does not keep its session busy; anybody else does", async () => {
  const { runner } = await runnerWhere({ looks: Number.POSITIVE_INFINITY, isEnding: false });
  const endsRun = "run-1" as RunId;
  const plan = () => runner.plan(thread, { ...usualWish, endsRun });
  expect(await plan()).toMatchObject({ mode: null, owner: holder });
  await runOf();
  expect(await plan()).toMatchObject({ mode: "resume", owner: null, refusals: [] });
  expect(await runner.plan(thread, usualWish)).toMatchObject({ mode: null, owner: holder });
  expect(await runner.plan(thread, { ...usualWish, endsRun: "run-2" as RunId })).toMatchObject({
    mode: null,
  });
});

it("a run that ends first does not hide that another process has the session open", async () => {
  const { runner } = await runnerWhere({ looks: Number.POSITIVE_INFINITY, isEnding: false });
  await runOf({}, process.pid);
  // The holder started this process, not the other way round.
  const plan = await runner.plan(thread, { ...usualWish, endsRun: "run-1" as RunId });
  expect(plan).toMatchObject({ mode: null, owner: holder, refusals: [{ reason: "busy" }] });
});

it("a killed process that stays is waited for once, then it is busy", async () => {
  const { runner, seen } = await runnerWhere({ looks: Number.POSITIVE_INFINITY, isEnding: true });
  const isBusy = { mode: null, owner: holder, refusals: [{ reason: "busy" }] };
  expect(await runner.plan(thread, usualWish)).toMatchObject(isBusy);
  const before = seen();
  expect(before).toBeGreaterThan(1);
  expect(await runner.plan(thread, usualWish)).toMatchObject(isBusy);
  expect(seen()).toBe(before + 1);
});

it("files are rewound as soon as a killed agent can no longer change them", async () => {
  const { runner } = await runnerWhere({ looks: 3, isEnding: true });
  expect(await runner.filesAt(thread, 1)).toMatchObject({ session: `codex:${thread}` });
});
