import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asThreadId, noSettings, type Settings } from "@reprise/model";
import { describe, expect, test } from "vitest";
import type { Launch } from "../../driving/driver.ts";
import { claudeCommand, leftOut } from "./command.ts";
import { claudeHome, claudeHomeEnv } from "./home.ts";

const thread = asThreadId("29458b7b-0326-4058-9586-deb20acd8ee9");
const prompt = { id: "p", text: "go on" };
const always = ["-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"];

function launchWith(settings: Partial<Settings>, more: Partial<Launch> = {}): Launch {
  const signal = new AbortController().signal;
  return {
    settings: { ...noSettings, ...settings },
    env: { HOME: "/home/dev" },
    home: null,
    program: null,
    onLine: () => undefined,
    signal,
    ...more,
  };
}

function argsOf(settings: Partial<Settings>, isNew = false, allow: readonly string[] = []): readonly string[] {
  return claudeCommand({ thread, isNew, prompt, launch: launchWith(settings, { allow }) }).args;
}

describe("claude -p", () => {
  test("a new thread gets its id, an old one is resumed by it", () => {
    expect(argsOf({}, true)).toEqual([...always, "--session-id", thread]);
    expect(argsOf({})).toEqual([...always, "--resume", thread]);
  });

  test.each([
    ["1.0.107", false],
    ["1.0.109", true],
    [null, true],
  ])("release %s streams its replies: %s", (release, streams) => {
    const { args } = claudeCommand({ thread, isNew: true, prompt, launch: launchWith({}), release });
    expect(args.includes("--include-partial-messages")).toBe(streams);
  });

  test("a release without --effort is not given one, and a notice says so", () => {
    const launch = launchWith({ effort: "high" });
    const turn = { thread, isNew: true, prompt, launch };
    expect(claudeCommand({ ...turn, release: "2.0.77" }).args).not.toContain("--effort=high");
    expect(leftOut({ launch, release: "2.0.77" }).notices).toEqual([
      expect.stringMatching(/^Claude Code 2\.0\.77 cannot be given a reasoning effort\. 2\.1\.45 or newer can\./),
    ]);
    for (const release of ["2.1.45", null]) {
      expect(claudeCommand({ ...turn, release }).args).toContain("--effort=high");
      expect(leftOut({ launch, release }).notices).toEqual([]);
    }
    expect(leftOut({ launch: launchWith({}), release: "2.0.77" }).notices).toEqual([]);
  });

  test("instructions are given by a file, and only the name of it is an argument", () => {
    const turn = { thread, isNew: false, prompt, launch: launchWith({}, { instructions: "be brief" }) };
    const { args, input } = claudeCommand({ ...turn, instructionsFile: "/tmp/a b/i.md" });
    expect(args.slice(always.length + 2)).toEqual([
      "--append-system-prompt-file=/tmp/a b/i.md",
      // Otherwise a resumed session keeps the system prompt of its first turn.
      "--system-prompt-snapshot=off",
    ]);
    const older = claudeCommand({ ...turn, instructionsFile: "/i.md", release: "2.1.229" });
    expect(older.args.at(-1)).toBe("--append-system-prompt-file=/i.md");
    expect(input).toBeUndefined();
  });

  test("a prompt with a file is one message of blocks on its input", () => {
    const folder = mkdtempSync(join(tmpdir(), "claude-command-"));
    const path = join(folder, "-a b.txt");
    writeFileSync(path, "héron");
    const inputs = [{ kind: "file", path }] as const;
    const { args, input = "" } = claudeCommand({
      thread,
      isNew: false,
      launch: launchWith({}),
      prompt: { ...prompt, inputs },
    });
    rmSync(folder, { recursive: true });
    expect(args.slice(always.length + 2)).toEqual(["--input-format", "stream-json"]);
    const source = { type: "text", media_type: "text/plain", data: "héron" };
    expect(JSON.parse(input)).toEqual({
      type: "user",
      message: {
        role: "user",
        content: [
          { type: "text", text: "go on" },
          { type: "document", source, title: path },
        ],
      },
    });
    expect(input.indexOf("\n")).toBe(input.length - 1);
  });

  test("a fork has both ids, and may end with a line", () => {
    const source = asThreadId("11111111-0326-4058-9586-deb20acd8ee9");
    const argsAt = (afterTurn: string | null) =>
      claudeCommand({
        thread,
        isNew: true,
        prompt,
        forkOf: { thread: source, afterTurn },
        launch: launchWith({}),
      }).args;
    const fork = [...always, "--session-id", thread, "--resume", source, "--fork-session"];
    expect(argsAt(null)).toEqual(fork);
    expect(argsAt("22222222-0326-4058-9586-deb20acd8ee9")).toEqual([
      ...fork,
      "--resume-session-at",
      "22222222-0326-4058-9586-deb20acd8ee9",
    ]);
  });

  test("everything is said again in every turn", () => {
    const settings = { model: "opus", effort: "high", sandbox: "workspace-write" };
    const said = ["--model=opus", "--effort=high", "--permission-mode=acceptEdits", "--allowedTools=Bash(git *),Edit"];
    for (const isNew of [true, false]) {
      const args = argsOf(settings, isNew, ["Bash(git *)", "Edit"]);
      expect(args.slice(always.length + 2)).toEqual(said);
    }
  });

  test.each([
    [{}, null],
    [{ sandbox: "read-only" }, "plan"],
    [{ sandbox: "workspace-write" }, "acceptEdits"],
    [{ sandbox: "danger-full-access" }, "bypassPermissions"],
    [{ sandbox: "of-tomorrow" }, "plan"],
    [{ approvalPolicy: "acceptEdits" }, "acceptEdits"],
    [{ approvalPolicy: "never" }, null],
    [{ approvalPolicy: "bypassPermissions", sandbox: "read-only" }, "plan"],
    [{ approvalPolicy: "plan", sandbox: "danger-full-access" }, "plan"],
    [{ approvalPolicy: "on-request", sandbox: "danger-full-access" }, "bypassPermissions"],
  ])("%j asks for %s", (settings, mode) => {
    const asked = argsOf(settings).find((arg) => arg.startsWith("--permission-mode="));
    expect(asked ?? null).toBe(mode === null ? null : `--permission-mode=${mode}`);
  });

  test("no value can become an option", () => {
    expect(argsOf({ model: "--dangerously-skip-permissions" }).slice(always.length + 2)).toEqual([
      "--model=--dangerously-skip-permissions",
    ]);
  });
});

describe("its home", () => {
  test("the default is not named: its login lies beside it", () => {
    expect(claudeHome(launchWith({}))).toBe("/home/dev/.claude");
    expect(claudeHomeEnv("/home/dev/.claude", launchWith({}))).toEqual({});
    expect(claudeHomeEnv("/srv/claude", launchWith({}))).toEqual({ CLAUDE_CONFIG_DIR: "/srv/claude" });
  });

  test("one that the environment names is named again", () => {
    const launch = launchWith({}, { env: { HOME: "/home/dev", CLAUDE_CONFIG_DIR: "/srv/claude" } });
    expect(claudeHome(launch)).toBe("/srv/claude");
    expect(claudeHomeEnv("/home/dev/.claude", launch)).toEqual({ CLAUDE_CONFIG_DIR: "/home/dev/.claude" });
  });
});
