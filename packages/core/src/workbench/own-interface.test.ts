import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Agent,
  asThreadId,
  noSettings,
  type SessionSummary,
  type Settings,
  sessionIdOf,
} from "@reprise/model";
import { locateBinary, memoryHost } from "@reprise/testkit";
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
    const found = ownInterfaceOf(
      { session: session("codex"), home: "/srv/codex" },
      settings,
      codexInteractive,
      host(),
    );
    expect([found.program, ...found.args].join(" ")).toBe(
      `codex resume --model=m-1 -c model_provider="p-1" -c model_reasoning_effort="high" --sandbox=workspace-write --ask-for-approval=on-request ${thread}`,
    );
    expect(found.env).toMatchObject({ CODEX_HOME: "/srv/codex", HOME: "/home/dev" });
    expect(found.whenMissing).toContain("npm install -g @openai/codex");
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

  test("what was not recorded is not said, and nothing widens", () => {
    const found = ownInterfaceOf(
      { session: session("codex"), home: "/x" },
      noSettings,
      codexInteractive,
      host(),
    );
    expect(found.args).toEqual(["resume", thread]);
    const granular = { ...noSettings, approvalPolicy: "granular" };
    expect(codexInteractive.args(thread, granular)).toEqual([
      ...["resume", "--ask-for-approval=on-request", thread],
    ]);
  });

  test("another program by the environment", () => {
    const named = host({ REPRISE_CODEX_BIN: "/opt/codex" });
    const found = ownInterfaceOf(
      { session: session("codex"), home: "/x" },
      noSettings,
      codexInteractive,
      named,
    );
    expect(found.program).toBe("/opt/codex");
  });
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
