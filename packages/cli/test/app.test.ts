import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  endPtys,
  hashTree,
  makeScratch,
  type PtyProgram,
  programEnv,
  type Scratch,
  startPty,
  until,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modesLeftOn } from "./modes-left-on.ts";
import { fillHome as fillRecordedHome, finished, reprise } from "./recorded-home.ts";

/** The built program in a real terminal. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-app");
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

const env = (more: Record<string, string> = {}) => ({
  ...programEnv,
  HOME: scratch.home,
  ...more,
});

const fillHome = (workspace = scratch.workspace) => fillRecordedHome({ home: scratch.home, workspace });

/** By a shell that looks at the terminal's settings before and after. */
function start(args = "--all", more: Record<string, string> = {}): PtyProgram {
  const script = `stty -a >before; ${reprise} ${args}; echo "ended with $?"; stty -a >after; echo all-done; read wait`;
  return startPty({ command: "/bin/sh", args: ["-c", script], cwd: scratch.root, env: env(more) });
}

async function expectAsBefore(pty: PtyProgram, code: number): Promise<void> {
  await pty.shows("all-done");
  expect(pty.text()).toContain(`ended with ${code}`);
  const settings = (name: string) => readFileSync(join(scratch.root, name), "utf8");
  expect(settings("after")).toBe(settings("before"));
  expect(modesLeftOn(pty.raw())).toEqual([]);
}

describe("reprise at a terminal", () => {
  test("list, help, view, back, quit: nothing of the agent changes, and the terminal is as before", async () => {
    fillHome();
    const before = await hashTree(join(scratch.home, ".codex"));
    const pty = start();
    await pty.shows("All sessions");
    await pty.shows("interrupted");
    pty.type("h");
    await pty.shows("Help · Sessions");
    pty.press("escape");
    await pty.shows("GPT Restore");
    pty.press("enter");
    await pty.shows(/turn \d+ of \d+/);
    pty.type("q");
    await pty.shows("All sessions");
    pty.type("q");
    await expectAsBefore(pty, 0);
    expect(await hashTree(join(scratch.home, ".codex"))).toEqual(before);
  });

  test("what is typed before it is up is done when the sessions are there", async () => {
    fillHome();
    const pty = start();
    pty.type("\r");
    await pty.shows(/turn \d of \d/);
    pty.type("q");
    await pty.shows("Showing 1–2 of 2");
    pty.type("q");
    await expectAsBefore(pty, 0);
  });

  test("a resize in the list and in the viewer fills the screen, at 40, 80 and 200 columns", async () => {
    fillHome();
    const pty = start();
    await pty.shows("interrupted");
    for (const screen of ["list", "viewer"]) {
      if (screen === "viewer") pty.press("enter");
      for (const [columns, rows] of [
        [40, 12],
        [200, 50],
        [80, 24],
      ] as const) {
        pty.resize(columns, rows);
        const isFull = () => pty.screen().length === rows && (pty.screen().at(-1) ?? "").trim() !== "";
        await until(isFull, { what: `the ${screen} at ${columns} × ${rows}` });
        expect(Math.max(...pty.screen().map((line) => line.length))).toBeLessThanOrEqual(columns);
      }
    }
    pty.type("qq");
    await expectAsBefore(pty, 0);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s gives the terminal back", async (signal, code) => {
    fillHome();
    const pty = start();
    await pty.shows("All sessions");
    const found = spawnSync("pgrep", ["-P", String(pty.pid)], { encoding: "utf8" });
    process.kill(Number(found.stdout.trim()), signal);
    await expectAsBefore(pty, code);
  });

  test("NO_COLOR and --no-color: no colour code is written, and what is chosen can be seen", async () => {
    fillHome();
    for (const [args, more] of [
      ["--all", { NO_COLOR: "1" }],
      ["--all --no-color", {}],
    ] as const) {
      const pty = start(args, more);
      await pty.shows("All sessions");
      pty.type("q");
      await pty.shows("all-done");
      const codes = [...pty.raw().matchAll(/\[([\d;]*)m/g)].map(([, code]) => code);
      expect(codes.filter((code) => /(?:^|;)(?:3|4|9|10)\d/.test(code ?? ""))).toEqual([]);
      expect(codes).toContain("7"); // in reverse
    }
  });

  test("only the sixteen colours of the person's own palette are used", async () => {
    fillHome();
    const pty = start();
    await pty.shows("interrupted");
    pty.press("enter");
    await pty.shows(/turn \d+ of \d+/);
    pty.type("qq");
    await pty.shows("all-done");
    expect(pty.raw()).not.toMatch(/\[(?:[\d;]*;)?[34]8;[25];/);
  });
});

describe("the agent's own interface", () => {
  const script = `
    const { machineWorld } = await import(${JSON.stringify(new URL("../src/app/machine-world.ts", import.meta.url).href)});
    const { openLibraryOn } = await import(${JSON.stringify(new URL("../src/open-library.ts", import.meta.url).href)});
    const { openRunnerOn } = await import(${JSON.stringify(new URL("../src/open-runner.ts", import.meta.url).href)});
    const { builtInAgents } = await import(${JSON.stringify(new URL("../../core/src/index.ts", import.meta.url).href)});
    const { env } = process;
    const world = machineWorld({
      env, cwd: process.cwd(), agents: builtInAgents, homes: undefined, isDemo: false, program: null,
      library: openLibraryOn(env, {}),
      openRunner: async () => openRunnerOn(env, { version: "0", onHealth: () => {} }),
      now: () => new Date(), write: () => {},
    });
    const session = await world.library.find(process.argv[1]);
    await world.openAgent(session.id).then(() => console.log("CAME BACK"), (error) => console.log("REFUSED " + error.message));
    world.close();
  `;
  const open = (program: string) =>
    startPty({
      command: process.execPath,
      args: ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script, finished],
      cwd: scratch.root,
      columns: 300,
      env: env({ REPRISE_CODEX_BIN: program }),
    });

  test("has the terminal, in the session's directory and home, with what was recorded and no wider permissions", async () => {
    fillHome();
    const agent = join(scratch.root, "codex");
    writeFileSync(agent, '#!/bin/sh\necho "AGENT $@ in $(pwd) with $CODEX_HOME"\nread line\n');
    chmodSync(agent, 0o700);
    const pty = open(agent);
    await pty.shows(/AGENT resume .*--model=gpt-5\.5/);
    // Recorded with full access, which is not configured here.
    expect(pty.text()).toContain("--sandbox=read-only --ask-for-approval=on-request");
    expect(pty.text()).toContain(`${finished.slice(6)} in ${scratch.workspace} with ${scratch.home}/.codex`);
    pty.press("enter");
    await pty.shows("CAME BACK");
  });

  test("that is not there says how to install it", async () => {
    fillHome();
    await open(join(scratch.root, "absent")).shows(
      /REFUSED Codex cannot be started as .*npm install -g @openai\/codex/,
    );
  });

  test("is not started in a directory that is not the session's", async () => {
    fillHome(join(scratch.root, "gone"));
    await open("false").shows(/REFUSED .*gone, which is not there\. .*--cwd DIR/);
  });
});

test("reprise demo at a terminal opens the app on sample sessions, says so, and leaves nothing", async () => {
  const folder = join(scratch.root, "tmp");
  mkdirSync(folder);
  const pty = start("demo", { TMPDIR: folder });
  await pty.shows("DEMO");
  await pty.shows("interrupted");
  expect(readdirSync(folder).some((name) => name.startsWith("reprise-demo-"))).toBe(true);
  pty.type("q");
  await expectAsBefore(pty, 0);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(scratch.home)).toEqual([]);
});

describe("reprise by lines", () => {
  test("--plain through a pipe: numbered, no code of a terminal, and the session is read", () => {
    fillHome();
    const { status, stdout, stderr } = spawnSync(reprise, ["--all", "--plain"], {
      input: "1\n1\n\nback\nquit\n",
      encoding: "utf8",
      cwd: scratch.root,
      env: env(),
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^1\. .*State: \w+/m);
    expect(stdout).toMatch(/^You: /m);
    expect(stdout).not.toContain("\x1b");
  });

  test("TERM=dumb and REPRISE_PLAIN=1 at a terminal: nothing moves the cursor", async () => {
    fillHome();
    const pty = start("--all", { REPRISE_PLAIN: "1" });
    await pty.shows("Type the number of a session");
    pty.type("quit\r");
    await pty.shows("ended with 0");
    expect(pty.raw()).not.toContain("\x1b");
  });
});

describe("without a terminal", () => {
  const call = (args: readonly string[], more: Record<string, string> = {}) =>
    spawnSync(reprise, args, { encoding: "utf8", cwd: scratch.root, env: env(more), input: "" });

  test("it prints what list prints", () => {
    fillHome();
    expect(call(["--all"])).toMatchObject({ status: 0, stdout: call(["list", "--all"]).stdout });
  });

  test("npm start on a machine without sessions runs the demo; with sessions it lists them", () => {
    mkdirSync(join(scratch.home, ".codex"), { recursive: true });
    const empty = call([], { REPRISE_DEMO_IF_EMPTY: "1" });
    expect(empty.status).toBe(0);
    expect(empty.stdout).toContain("DEMO");
    expect(call([]).stdout).toContain("No sessions on this machine");
    fillHome();
    expect(call(["--all"], { REPRISE_DEMO_IF_EMPTY: "1" }).stdout).toContain(finished);
  });
});
