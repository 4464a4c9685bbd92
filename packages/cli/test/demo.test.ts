import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareTrees, hashTree, type Scratch, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DemoStage, reprise } from "./demo-stage.ts";

const secret = "a session of the person's own";

let stage: DemoStage;
let scratch: Scratch;
beforeEach(async () => {
  stage = await DemoStage.open("demo-test");
  scratch = stage.scratch;
  fillHome(scratch.home);
});
afterEach(() => stage.close());

/** A home in use: sessions, settings, and a cache that a careless program would write into. */
function fillHome(home: string): void {
  const thread = "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b";
  const day = join(home, ".codex/sessions/2026/11/15");
  for (const folder of [day, ".config/reprise", ".cache/reprise", ".local/state/reprise", ".claude/projects"])
    mkdirSync(join(folder === day ? "" : home, folder), { recursive: true });
  const at = "2026-11-15T19:32:56.000Z";
  const lines = [
    { timestamp: at, type: "session_meta", payload: { id: thread, timestamp: at, cwd: home } },
    { timestamp: at, type: "event_msg", payload: { type: "user_message", message: secret } },
  ];
  const name = `rollout-2026-11-15T19-32-56-${thread}.jsonl`;
  writeFileSync(join(day, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeFileSync(join(home, ".config/reprise/config.toml"), "this would be refused\n");
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly over: Promise<Ended>;
  stdout(): string;
}

function start(): Started {
  const env = { ...stage.env, OPENAI_API_KEY: "sk-own" };
  const child = spawn(reprise, ["demo"], {
    env,
    cwd: scratch.workspace,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  const over = new Promise<Ended>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr })),
  );
  return { child, over, stdout: () => stdout };
}

describe("reprise demo without a terminal", () => {
  test("tells the whole walk, and leaves the machine as it was", async () => {
    const before = await hashTree(scratch.root);
    const { code, stdout, stderr } = await start().over;
    expect([code, stderr], stdout).toEqual([0, ""]);
    expect(compareTrees(before, await hashTree(scratch.root))).toEqual([]);
    await stage.expectNothingLeft();
    expect(stdout).not.toContain(secret);
    const blocks = stdout.split(/\n(?=DEMO \d of 9)/);
    expect(blocks).toHaveLength(10);
    for (const block of blocks) expect(block).toMatch(/^DEMO/);
    const [, list, search, show, run, status, resume, whole, replay, handoff] = blocks;
    for (const word of ["interrupted", "failed", "completed", "claude:", "gemini:", "カート", "fork of", "damaged"])
      expect(list).toContain(word);
    expect(search).toContain("2 hits in 2 sessions");
    expect(show).toContain("+  const delivery = total(lines) >= 5000 ? 0 : 490;");
    expect(run).toMatch(/check 3 of 6: good[^\n]*\n\nDEMO {2}Power cut: SIGKILL/);
    expect(run).not.toContain("check 4 of 6");
    expect(status).toMatch(/interrupted · codex · [^\n]* make the checks pass/);
    expect(status).toContain("command node test.mjs: outcome unknown");
    expect(resume).toContain("Checking server connection… Done");
    expect(resume).toContain("command `node test.mjs`: outcome unknown");
    expect(resume).toContain("→ you allowed it once");
    expect(whole).toMatch(/State {6}completed/);
    expect(replay).toContain("Restoring: [##########] 100%");
    expect(handoff).toContain("## Goal");
  });

  // As --json the program that was packed plays it: scripts/pack.test.ts.
  test("SIGINT in the middle of a command leaves nothing", async () => {
    const { child, over, stdout } = start();
    await until(() => /DEMO 6 of 9[\s\S]*check 2 of 6/.test(stdout()));
    expect(stage.processes().length).toBeGreaterThan(0);
    child.kill("SIGINT");
    expect(await over).toMatchObject({ code: null, signal: "SIGINT" });
    await stage.expectNothingLeft();
  });

  test("SIGTERM while the run is on that is to be cut off leaves nothing", async () => {
    const { child, over, stdout } = start();
    await until(() => /DEMO 4 of 9[\s\S]*check 1 of 6/.test(stdout()), { everyMs: 5 });
    child.kill("SIGTERM");
    expect(await over).toMatchObject({ code: null, signal: "SIGTERM" });
    await stage.expectNothingLeft();
  });

  test("a reader that goes away ends it, and leaves nothing", async () => {
    const { child, over, stdout } = start();
    await until(() => stdout().includes("DEMO 2 of 9"));
    child.stdout?.destroy();
    expect(await over).toMatchObject({ signal: null });
    await stage.expectNothingLeft();
  });
});
