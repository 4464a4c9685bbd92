import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Agent, asThreadId, noSettings, type SessionSummary, type Settings, sessionIdOf } from "@reprise/model";
import { codex, locateBinary, memoryHost, startMachine, startPty } from "@reprise/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { claudeAgent } from "../agents/claude/agent.ts";
import { claudeInteractive as claudeOwn } from "../agents/claude/interactive.ts";
import { codexAgent } from "../agents/codex/agent.ts";
import { codexInteractive as codexOwn } from "../agents/codex/interactive.ts";
import { geminiAgent } from "../agents/gemini/agent.ts";
import { geminiInteractive as geminiOwn } from "../agents/gemini/interactive.ts";
import { opencodeAgent } from "../agents/opencode/agent.ts";
import { opencodeInteractive as opencodeOwn } from "../agents/opencode/interactive.ts";
import { ownInterfaceOf } from "./own-interface.ts";

const codexInteractive = { ...codexAgent, ...codexOwn };
const claudeInteractive = { ...claudeAgent, ...claudeOwn };
const geminiInteractive = { ...geminiAgent, ...geminiOwn };
const opencodeInteractive = { ...opencodeAgent, ...opencodeOwn };
const thread = asThreadId("0199a213-81c0-7800-8aa1-bbab2a035a53");
const settings: Settings = {
  ...noSettings,
  model: "m-1",
  provider: "p-1",
  effort: "high",
  sandbox: "workspace-write",
  approvalPolicy: "on-request",
  cwd: "/home/dev/shop",
};
const session = (agent: Agent) =>
  ({ id: sessionIdOf(agent, thread), agent, thread, workspace: "/home/dev/shop" }) as SessionSummary;
const host = (env: Record<string, string> = {}) =>
  memoryHost({ "/home/dev/shop/a": "" }, { HOME: "/home/dev", ...env });

describe("the agent's own interface", () => {
  test("codex, with what was recorded", () => {
    const found = ownInterfaceOf({ session: session("codex"), home: "/srv/codex" }, settings, codexInteractive, host());
    expect([found.program, ...found.args].join(" ")).toBe(
      `codex resume -c approvals_reviewer="user" --model=m-1 -c model_provider="p-1" -c model_reasoning_effort="high" --sandbox=workspace-write --ask-for-approval=on-request ${thread}`,
    );
    expect(found.env).toMatchObject({ CODEX_HOME: "/srv/codex", HOME: "/home/dev" });
    expect(found.whenMissing).toContain("npm install -g @openai/codex");
  });

  test("codex, with no network and no folders beyond the limits, whatever a file of the workspace says", () => {
    const words = (limits: Parameters<typeof codexInteractive.args>[2], sandbox = "workspace-write") =>
      codexInteractive.args(thread, { ...noSettings, sandbox }, limits).filter((word) => word.includes("_write."));
    expect(words({ networkAccess: null, writableRoots: null })).toEqual([
      "sandbox_workspace_write.network_access=false",
      "sandbox_workspace_write.writable_roots=[]",
    ]);
    expect(words({ networkAccess: true, writableRoots: ['/srv/a "b"'] })).toEqual([
      "sandbox_workspace_write.network_access=true",
      'sandbox_workspace_write.writable_roots=["/srv/a \\"b\\""]',
    ]);
    expect(words({ networkAccess: true, writableRoots: [] }, "read-only")).toEqual([]);
  });

  test("claude, gemini and opencode, each in its own words and home", () => {
    const of = (agent: Agent, interactive: typeof claudeInteractive, home: string) =>
      ownInterfaceOf({ session: session(agent), home }, settings, interactive, host());
    const claude = of("claude", claudeInteractive, "/srv/claude");
    expect(claude.args).toEqual(["--resume", thread, "--model=m-1", "--permission-mode=acceptEdits"]);
    expect(claude.env.CLAUDE_CONFIG_DIR).toBe("/srv/claude");
    expect(of("claude", claudeInteractive, "/home/dev/.claude").env.CLAUDE_CONFIG_DIR).toBeUndefined();
    const gemini = of("gemini", geminiInteractive, "/srv/g/.gemini");
    expect(gemini.args).toEqual(["--resume", thread, "--model=m-1", "--approval-mode=auto_edit"]);
    expect(gemini.env.GEMINI_CLI_HOME).toBe("/srv/g");
    const opencode = of("opencode", opencodeInteractive, "/srv/data/opencode");
    expect(opencode.args).toEqual(["--session", thread, "--model=p-1/m-1"]);
    expect(opencode.env.XDG_DATA_HOME).toBe("/srv/data");
  });

  test("what was not recorded is not said, nothing widens, and the person answers requests", () => {
    const found = ownInterfaceOf({ session: session("codex"), home: "/x" }, noSettings, codexInteractive, host());
    const person = ["-c", 'approvals_reviewer="user"'];
    expect(found.args).toEqual(["resume", ...person, thread]);
    const granular = { ...noSettings, approvalPolicy: "granular" };
    const args = ["resume", ...person, "--ask-for-approval=on-request", thread];
    expect(codexInteractive.args(thread, granular)).toEqual(args);
  });

  test("another program by the environment", () => {
    const named = host({ REPRISE_CODEX_BIN: "/opt/codex" });
    const found = ownInterfaceOf({ session: session("codex"), home: "/x" }, noSettings, codexInteractive, named);
    expect(found.program).toBe("/opt/codex");
  });
});

test("a session file cannot let a model answer requests in Codex's own interface", async () => {
  const machine = await startMachine("own-interface", codex, { script: [[{ text: "begun" }]] });
  onTestFinished(() => machine.close());
  const { home, model, scratch } = machine;
  const config = join(home.env.CODEX_HOME ?? "", "config.toml");
  const trust = `[projects.${JSON.stringify(scratch.workspace)}]\ntrust_level = "trusted"\n`;
  writeFileSync(config, `disable_paste_burst = true\n${readFileSync(config, "utf8")}\n${trust}`);
  await home.spawnTurn({ prompt: "begin", cwd: scratch.workspace }).exited;
  const [rollout = ""] = await home.sessionFiles();
  const text = readFileSync(rollout, "utf8");
  writeFileSync(rollout, text.replaceAll('"approvals_reviewer":"user"', '"approvals_reviewer":"auto_review"'));
  const id = asThreadId(/"id":"([^"]+)"/.exec(text)?.[1] ?? "");
  const permissions = { ...noSettings, sandbox: "read-only", approvalPolicy: "on-request" };
  const { command } = locateBinary("codex");
  const args = codexInteractive.args(id, permissions);
  const terminal = startPty({ command, args, cwd: scratch.workspace, env: home.env, columns: 120, rows: 40 });
  await terminal.shows(/Use existing model|• begun/);
  if (terminal.text().includes("Use existing model")) {
    // Codex drops what is typed before it reads, and does not show when it does.
    const chosen = () => {
      if (!terminal.text().includes("› 2. Use existing model")) terminal.press("down");
      return expect.poll(() => terminal.text(), { timeout: 1000 }).toContain("› 2. Use existing model");
    };
    for (let tries = 0; tries < 20; tries += 1)
      if (
        await chosen().then(
          () => true,
          () => false,
        )
      )
        break;
    terminal.press("enter");
  }
  await terminal.shows(/• begun[\s\S]*Ask Codex to do anything/);
  const file = join(scratch.home, "outside.txt");
  const call = { cmd: `touch ${file}`, sandbox_permissions: "require_escalated", justification: "so" };
  model.push([{ call: { name: "exec_command", id: "e1", arguments: call } }]);
  terminal.type("go on");
  await terminal.shows("› go on");
  terminal.press("enter");
  await terminal.shows("Would you like to run the following command?");
  expect(existsSync(file)).toBe(false);
  terminal.kill("SIGKILL");
  await terminal.exited;
});

test("an older Codex takes the words for who answers requests", ({ skip }) => {
  const modules = fileURLToPath(new URL("../../../../tools/old-agents/node_modules", import.meta.url));
  const old = join(modules, "codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex");
  skip(!existsSync(old), "not installed on this kind of machine");
  const home = mkdtempSync(join(tmpdir(), "own-interface-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const words = codexInteractive.args(thread, noSettings).slice(1, -1);
  expect(words).not.toEqual([]);
  expect(spawnSync(old, [...words, "features", "list"], { env: { HOME: home } }).status).toBe(0);
});

/** The real programs accept these options: an unknown one would be reported first. */
test.each([
  ["codex", codexInteractive],
  ["claude", claudeInteractive],
  ["gemini", geminiInteractive],
  ["opencode", opencodeInteractive],
] as const)("%s takes each of the options", (agent, interactive) => {
  const { command, leadingArgs } = locateBinary(agent);
  const home = mkdtempSync(join(tmpdir(), "own-interface-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const known = spawnSync(command, [...leadingArgs, ...(agent === "codex" ? ["resume"] : []), "--help"], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home },
  });
  const help = known.stdout + known.stderr;
  const options = interactive.args(thread, settings).filter((word) => word.startsWith("-"));
  for (const option of options) expect(help).toContain(option.split("=")[0]);
});
