import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { agentCommandSchema } from "@reprise/model/schema";
import { endPtys, hashTree, makeScratch, type PtyProgram, type Scratch, startPty } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillHome, finished, reprise } from "./recorded-home.ts";

/** The built program with a stand-in for Codex that says how it was started. */

const run = promisify(execFile);

let scratch: Scratch;
let env: Record<string, string>;
beforeEach(async () => {
  scratch = await makeScratch("reprise-own");
  fillHome(scratch);
  const bin = join(scratch.root, "bin");
  mkdirSync(bin);
  const script =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    'echo "AGENT $# $* in $(pwd) with ${CODEX_HOME-no home}"\n[ -t 0 ] && read line\nexit ${AGENT_EXIT-0}\n';
  writeFileSync(join(bin, "codex"), `#!/bin/sh\n${script}`);
  chmodSync(join(bin, "codex"), 0o700);
  env = { PATH: `${bin}:${process.env.PATH}`, HOME: scratch.home };
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

const thread = finished.slice("codex:".length);
const call = (args: readonly string[], more: Record<string, string> = {}) =>
  run(reprise, args, { cwd: scratch.root, env: { ...env, ...more } });
const open = (args: readonly string[], columns = 200): PtyProgram =>
  startPty({ command: reprise, args, cwd: scratch.workspace, columns, rows: 60, env });

describe("reprise open-in-agent", () => {
  test("starts it in the session's folder, with nothing wider than recorded, and ends as it does", async () => {
    const before = await hashTree(join(scratch.home, ".codex"));
    const { stdout } = await call(["open-in-agent", finished]);
    expect(stdout).toContain(`--sandbox=read-only --ask-for-approval=on-request ${thread}`);
    expect(stdout).toContain(`in ${realpathSync(scratch.workspace)} with ${scratch.home}/.codex`);
    await expect(call(["open-in-agent", finished], { AGENT_EXIT: "7" })).rejects.toMatchObject({ code: 1 });
    expect(await hashTree(join(scratch.home, ".codex"))).toEqual(before);
  });

  test("--print is a command that does the same in any shell and folder", async () => {
    const { stdout } = await call(["open-in-agent", finished, "--print"]);
    expect(stdout).toMatch(/^cd .* && codex resume .*\n$/);
    expect(stdout).not.toContain("CODEX_HOME"); // the usual home
    const pasted = await run("/bin/sh", ["-c", stdout], { cwd: "/", env });
    expect(pasted.stdout).toContain(`${thread} in ${realpathSync(scratch.workspace)} with no home`);
  });

  test("--print quotes folder and home, and names a home that is not the usual one", async () => {
    const odd = join(scratch.root, "it's $(touch hacked) `x`");
    mkdirSync(join(odd, "work"), { recursive: true });
    fillHome({ home: odd, workspace: join(odd, "work") });
    const home = ["--codex-home", join(odd, ".codex")];
    const { stdout } = await call(["open-in-agent", finished, "--print", ...home]);
    const pasted = await run("/bin/sh", ["-c", stdout], { cwd: "/", env });
    expect(pasted.stdout).toContain(`in ${realpathSync(odd)}/work with ${realpathSync(odd)}/.codex`);
    const json = await call(["open-in-agent", finished, "--json", ...home]);
    expect(agentCommandSchema.parse(JSON.parse(json.stdout))).toMatchObject({
      session: finished,
      command: stdout.trimEnd(),
      program: "codex",
      cwd: join(odd, "work"),
      env: { CODEX_HOME: join(odd, ".codex") },
    });
  });

  test("an unknown session, and a folder that is gone, say what to do", async () => {
    await expect(call(["open-in-agent", "codex:none"])).rejects.toMatchObject({ code: 3 });
    fillHome({ home: scratch.home, workspace: join(scratch.root, "gone") });
    await expect(call(["open-in-agent", finished])).rejects.toMatchObject({
      stderr: expect.stringContaining("which is not there. Resume it in another directory"),
    });
  });
});

describe("in the app", () => {
  test.each([
    ["list", "", "Y"],
    ["viewer", "\r", "Y"],
  ])("o in the %s opens the agent, and comes back; its command is copied", async (_, way, copy) => {
    const pty = open(["--all"]);
    await pty.shows("interrupted");
    pty.press("end");
    pty.type(way);
    if (way !== "") await pty.shows(/turn \d+ of \d+/);
    pty.type("o");
    await pty.shows(/AGENT \d+ resume/);
    pty.press("enter");
    await pty.shows(way === "" ? "All sessions" : /turn \d+ of \d+/);
    pty.type(copy);
    await pty.shows("Copied: cd ");
    const [, copied = ""] = /\]52;c;([A-Za-z0-9+/=]+)/.exec(pty.raw()) ?? [];
    expect(Buffer.from(copied, "base64").toString()).toMatch(/^cd .* && codex resume .*$/);
    pty.type("?");
    await pty.shows("open in the agent itself");
    await pty.shows("copy the command that opens it in the agent");
  });
});

describe("reprise -c", () => {
  test("shows the plan of the newest session of this project; nothing starts before Enter", async () => {
    const pty = open(["-c"]);
    await pty.shows("Resume: question one");
    await pty.shows("approvals: never → on-request, as you have it"); // recorded with more than is configured here
    await pty.shows(/Sends +nothing/);
    expect(pty.text()).not.toContain("AGENT");
    pty.press("escape");
    await pty.shows("Showing 1–2 of 2");
    pty.type("q");
    expect((await pty.exited).code).toBe(0);
  });

  test("where there is none it says so, and opens nothing", async () => {
    const pty = startPty({ command: reprise, args: ["-c"], cwd: scratch.home, columns: 200, env });
    await pty.shows("There is no session in");
    expect((await pty.exited).code).toBe(3);
  });

  test("without a terminal it is resume --last: the plan, and no run without consent", async () => {
    const ran = run(reprise, ["-c"], { cwd: scratch.workspace, env });
    await expect(ran).rejects.toMatchObject({ code: 5, stdout: "" });
  });
});
