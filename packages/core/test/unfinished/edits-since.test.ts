import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import {
  type Action,
  claude,
  codex,
  disposeAll,
  gemini,
  opencode,
  quickToStart,
  startMachine,
  type TestAgent,
} from "@reprise/testkit";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";

afterEach(disposeAll);

const lines = ["one", "two", "three", "two", "five", "six", "seven", "eight"];
/** What is there before: usual, with CRLF, without a final newline, executable. */
const start: Readonly<Record<string, string>> = {
  "plain.txt": `${lines.join("\n")}\n`,
  "twice.txt": `${lines.join("\n")}\n`,
  "again.txt": `${lines.join("\n")}\n`,
  "dos.txt": `${lines.join("\r\n")}\r\n`,
  "bare.txt": lines.join("\n"),
  "run.sh": `${lines.join("\n")}\n`,
};

interface Editor {
  readonly agent: TestAgent;
  readonly args?: readonly string[];
  readonly open: (path: string) => Action[];
  readonly replace: (path: string, from: string, to: string, isAll?: boolean) => Action;
  readonly write: (path: string, content: string) => Action;
}

const editors: readonly Editor[] = [
  {
    agent: claude,
    args: ["--permission-mode", "acceptEdits"],
    open: (path) => [{ call: { name: "Read", arguments: { file_path: path } } }],
    replace: (path, from, to, isAll = false) => ({
      call: {
        name: "Edit",
        arguments: { file_path: path, old_string: from, new_string: to, replace_all: isAll },
      },
    }),
    write: (path, content) => ({ call: { name: "Write", arguments: { file_path: path, content } } }),
  },
  {
    agent: gemini,
    open: () => [],
    replace: (path, from, to, isAll = false) => ({
      call: {
        name: "replace",
        arguments: {
          file_path: path,
          instruction: "do",
          old_string: from,
          new_string: to,
          ...(isAll ? { allow_multiple: true } : {}),
        },
      },
    }),
    write: (path, content) => ({ call: { name: "write_file", arguments: { file_path: path, content } } }),
  },
  {
    agent: opencode,
    open: (path) => [{ call: { name: "read", arguments: { filePath: path } } }],
    replace: (path, from, to, isAll = false) => ({
      call: {
        name: "edit",
        arguments: { filePath: path, oldString: from, newString: to, replaceAll: isAll },
      },
    }),
    write: (path, content) => ({ call: { name: "write", arguments: { filePath: path, content } } }),
  },
  {
    agent: codex,
    open: () => [],
    replace: (path, from, to) => ({
      custom: {
        name: "apply_patch",
        input: [
          ...["*** Begin Patch", `*** Update File: ${path}`, "@@", `-${from}`],
          ...to.split("\n").map((line) => `+${line}`),
          ...["*** End Patch", ""],
        ].join("\n"),
      },
    }),
    write: (path, content) => ({
      custom: {
        name: "apply_patch",
        input: [
          ...["*** Begin Patch", `*** Add File: ${path}`],
          ...content
            .trimEnd()
            .split("\n")
            .map((line) => `+${line}`),
          ...["*** End Patch", ""],
        ].join("\n"),
      },
    }),
  },
];

it.each(quickToStart(editors))(
  "$agent.name: files it edited are unchanged until somebody changes them",
  async ({ agent, args = [], open, replace, write }) => {
    const machine = await startMachine("since", agent);
    onTestFinished(machine.close);
    const { workspace } = machine.scratch;
    const at = (name: string) => join(workspace, name);
    mkdirSync(workspace, { recursive: true });
    for (const [name, text] of Object.entries(start)) writeFileSync(at(name), text);
    chmodSync(at("run.sh"), 0o755);
    const actions: Action[] = [
      ...Object.keys(start).flatMap((name) => open(at(name))),
      replace(at("plain.txt"), "three", "THREE"),
      replace(at("twice.txt"), "two", "TWO", true),
      replace(at("again.txt"), "five", "FIVE"),
      replace(at("again.txt"), "FIVE", "five"),
      replace(at("again.txt"), "six", "six\nand more"),
      replace(at("dos.txt"), "five", "FIVE"),
      replace(at("bare.txt"), "eight", "EIGHT"),
      replace(at("run.sh"), "one", "zero\none"),
      write(at("sub/new.txt"), "new\n"),
      replace(at("sub/new.txt"), "new", "newer"),
    ];
    machine.model.push(...actions.map((action) => [action]), [{ text: "Done." }]);
    const run = machine.home.spawnTurn({
      prompt: "edit them",
      cwd: workspace,
      allowTools: true,
      extraArgs: [...args],
    });
    await run.exited;
    const after = Object.keys(start).filter((name) => readFileSync(at(name), "utf8") !== start[name]);
    expect(after.length).toBeGreaterThanOrEqual(5);
    expect(readFileSync(at("sub/new.txt"), "utf8")).toBe("newer\n");

    const runner = await openRunner(nodeHost(machine.env));
    onTestFinished(() => runner.close());
    const session = `${agent.name}:${agent.sessionId(run)}`;
    const changes = async () => {
      const { drift } = await runner.plan(session, { ...usualWish, isSilent: true });
      const files = drift.filter(({ kind }) => kind === "file");
      return files.map(({ subject, now }) => [subject.replace(`${workspace}/`, ""), now] as const);
    };
    expect(await changes()).toEqual([]);
    // Touched only: at worst nobody can tell.
    const soon = statSync(at("plain.txt")).mtimeMs / 1000 + 3600;
    for (const name of [...after, "sub/new.txt"]) utimesSync(at(name), soon, soon);
    expect((await changes()).filter(([, now]) => now !== null)).toEqual([]);
    for (const name of [...after, "sub/new.txt"]) writeFileSync(at(name), "somebody else\n");
    for (const name of [...after, "sub/new.txt"]) utimesSync(at(name), soon, soon);
    expect((await changes()).map(([name]) => name).sort()).toEqual([...after, "sub/new.txt"].sort());
    expect((await changes()).filter(([, now]) => now !== "changed since")).toEqual([]);
  },
  120_000,
);
