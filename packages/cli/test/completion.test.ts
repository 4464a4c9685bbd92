import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { endPtys, hashTree, makeScratch, type PtyProgram, type Scratch, startPty } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillHome, finished, reprise } from "./recorded-home.ts";

/** The completion scripts in the real shells, typed into by a person. */

const run = promisify(execFile);
const hostile = "$(touch hacked) `touch hacked` \\u001b[31m'; touch hacked; ' %n {a,b} fix";

let scratch: Scratch;
let env: Record<string, string>;
beforeEach(async () => {
  scratch = await makeScratch("reprise-complete");
  fillHome(scratch);
  const sessions = join(scratch.home, ".codex", "sessions");
  for (const { name, parentPath } of readdirSync(sessions, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name);
    if (name.endsWith(".jsonl")) writeFileSync(path, readFileSync(path, "utf8").replaceAll("question one", hostile));
  }
  env = { PATH: `${dirname(reprise)}:${process.env.PATH}`, HOME: scratch.home, TERM: "xterm" };
  await run(reprise, ["list", "--all"], { cwd: scratch.root, env }); // the catalog is made
  for (const name of ["notes.md", "notes two.txt"]) writeFileSync(join(scratch.root, name), "");
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

const asked = async (...words: readonly string[]) =>
  (await run(reprise, ["__complete", ...words], { cwd: scratch.root, env })).stdout.split("\n").slice(0, -1);

describe("candidates", () => {
  test.each([
    [["res"], ["words", "resume\tContinue a session in its own thread"]],
    [
      ["project", "st"],
      [/^words$/, /^start\tWork towards/],
    ],
    [
      ["list", "--agent", "c"],
      ["words", "codex\t", "claude\t"],
    ],
    [
      ["list", "--state=inter"],
      ["words", "--state=interrupted\t"],
    ],
    [
      ["export", "x", "--format", ""],
      ["words", "markdown\t", "html\t", "jsonl\t"],
    ],
    [["export", "x", "-o", ""], ["files"]],
    [["list", "-C", ""], ["folders"]],
    [["--claude-home", ""], ["words"]],
    [["list", "--codex-home", ""], ["folders"]],
    [["run", ""], ["words"]],
    [["unbundle", ""], ["files"]],
    [
      ["completion", ""],
      ["words", "bash\t", "zsh\t", "fish\t"],
    ],
    [
      ["approvals", "x", "g"],
      ["words", "grant\t"],
    ],
    [
      ["schema", "agent-c"],
      ["words", "agent-command\t"],
    ],
    [["no-such-command", ""], ["words"]],
  ])("%j", async (words, expected) => {
    if (words[0] === "--claude-home") return expect(await asked(...words)).toEqual(["folders"]);
    const lines = await asked(...words);
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of expected.entries())
      expect(lines[index]).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
  });

  test("session ids by any start, with titles that no terminal acts on; nothing is written", async () => {
    const cache = join(scratch.home, ".cache", "reprise", "catalog.db");
    const before = readFileSync(cache);
    const agent = await hashTree(join(scratch.home, ".codex"));
    const [, line = ""] = await asked("show", finished.slice(0, 16));
    const [id, title = ""] = line.split("\t");
    expect(id).toBe(finished);
    expect(title).toContain("$(touch hacked) `touch hacked`");
    expect(title).not.toContain("\u001b");
    expect((await asked("resume", finished.slice(6, 16)))[1]).toMatch(new RegExp(`^${finished.slice(6)}\t`));
    expect(readFileSync(cache)).toEqual(before);
    expect(await hashTree(join(scratch.home, ".codex"))).toEqual(agent);
  });

  test("without a catalog there are none, and none is made", async () => {
    const empty = { ...env, REPRISE_CACHE: join(scratch.root, "cache") };
    const { stdout } = await run(reprise, ["__complete", "show", ""], { cwd: scratch.root, env: empty });
    expect(stdout).toBe("words\n");
    expect(existsSync(join(scratch.root, "cache", "catalog.db"))).toBe(false);
  });
});

const shells = {
  bash: { args: ["--norc", "--noprofile"], begin: "PS1='ready$ '; source <(reprise completion bash)" },
  zsh: {
    args: ["-f"],
    begin: "PS1='ready$ '; autoload -U compinit; compinit -D -u; source <(reprise completion zsh)",
  },
  fish: {
    args: ["--no-config"],
    begin: "function fish_prompt; echo 'ready$ '; end; reprise completion fish | source",
  },
} as const;

describe.each(Object.entries(shells))("in %s", (shell, { args, begin }) => {
  const isHere = spawnSync(shell, ["--version"]).status === 0;

  async function open(): Promise<PtyProgram> {
    const pty = startPty({ command: shell, args, cwd: scratch.root, columns: 160, rows: 40, env });
    pty.type(`${begin}; clear; echo now-ready\r`);
    await pty.shows(/^now-ready/m);
    return pty;
  }

  test.skipIf(!isHere)("completes commands, options, values, files and ids", async () => {
    const pty = await open();
    pty.type("reprise expo\t");
    await pty.shows("reprise export ");
    pty.type(`${finished.slice(0, 16)}\t`);
    await pty.shows(`reprise export ${finished}`);
    pty.type(" --form\t");
    await pty.shows("--format");
    pty.type(" h\t");
    await pty.shows(/--format +html/);
    pty.type(" -o notes.\t");
    await pty.shows("-o notes.md");
    pty.press("ctrl+c");
    expect(existsSync(join(scratch.root, "hacked"))).toBe(false);
  });

  test.skipIf(!isHere)("lists ids with titles, and runs nothing of a title", async () => {
    const pty = await open();
    pty.type("reprise show codex:\t");
    await pty.shows("show codex:01a1e0b");
    pty.type("\t\t");
    await pty.shows("$(touch hacked) `touch hacked`");
    await pty.shows(finished.slice("codex:".length));
    expect(existsSync(join(scratch.root, "hacked"))).toBe(false);
  });
});

describe("the man page", () => {
  const page = join(dirname(reprise), "..", "packages", "cli", "dist", "reprise.1");
  const can = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

  test("names every command and option", async () => {
    const { stdout } = await run(reprise, ["--help", "--all"], { cwd: scratch.root, env });
    expect(stdout).toContain("Find:");
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*(?: (?:start|resume|list|show))?)/gm)].map(([, name]) => name);
    const roff = readFileSync(page, "utf8").replaceAll("\\-", "-");
    expect(names.length).toBeGreaterThan(25);
    for (const name of names) expect(roff).toContain(`.SS "reprise ${name}`);
    expect(roff).toContain("--all-interrupted");
  });

  test.skipIf(!can("man"))("is rendered by man without warnings", async () => {
    const { stdout, stderr } = await run("man", ["-l", "--warnings", page], {
      env: { ...env, MANWIDTH: "100" },
    });
    expect(stderr).toBe("");
    expect(stdout).toContain("reprise resume [ID] [PROMPT]");
  });

  test.skipIf(!can("mandoc"))("passes mandoc -Tlint", async () => {
    expect((await run("mandoc", ["-Tlint", page])).stdout).toBe("");
  });
});
