import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  claude,
  disposeAll,
  gemini,
  opencode,
  quickToStart,
  startMachine,
  type TestAgent,
  type ToolCall,
} from "@reprise/testkit";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";

afterEach(disposeAll);

interface Case {
  readonly agent: TestAgent;
  /** In a workspace with `good.txt`, and a folder `folder` where a file is wanted. */
  readonly calls: (at: (name: string) => string) => readonly ToolCall[];
  readonly reasons: readonly string[];
}

const cases: readonly Case[] = [
  {
    agent: claude,
    calls: (at) => [
      { name: "Read", arguments: { file_path: at("good.txt") } },
      { name: "Edit", arguments: { file_path: at("good.txt"), old_string: "nope", new_string: "x" } },
      { name: "Write", arguments: { file_path: at("folder"), content: "x\n" } },
    ],
    reasons: ["String to replace not found", "is a directory"],
  },
  {
    agent: gemini,
    calls: (at) => [
      {
        name: "replace",
        arguments: { file_path: at("good.txt"), instruction: "do", old_string: "nope", new_string: "x" },
      },
      { name: "write_file", arguments: { file_path: at("folder"), content: "x\n" } },
    ],
    reasons: ["Could not find an exact match", "Path is a directory"],
  },
  {
    agent: opencode,
    calls: (at) => [
      { name: "edit", arguments: { filePath: at("good.txt"), oldString: "nope", newString: "x" } },
      { name: "write", arguments: { filePath: at("folder"), content: "x\n" } },
    ],
    reasons: ["Could not find oldString", "FileSystem.readFile"],
  },
];

it.each(quickToStart(cases).map((one) => ({ name: one.agent.name, ...one })))(
  "$name: an edit that failed has its reason, and is known to have written nothing",
  async ({ agent, calls, reasons }) => {
    const machine = await startMachine("failed", agent);
    onTestFinished(machine.close);
    const { workspace } = machine.scratch;
    mkdirSync(join(workspace, "folder"), { recursive: true });
    writeFileSync(join(workspace, "good.txt"), "one\ntwo\n");
    const replies = calls((name) => join(workspace, name)).map((call) => [{ call }]);
    machine.model.push(...replies, [{ text: "Done." }]);
    await machine.home.spawnTurn({ prompt: "edit", cwd: workspace, allowTools: true }).exited;
    const library = openLibrary(nodeHost(machine.env));
    onTestFinished(() => library.close());
    const { sessions } = await library.list({ scope: "all" });
    const turns = await Array.fromAsync((await library.read(sessions[0]?.id ?? ("" as never))).turns);
    const items = turns.flatMap((turn) => turn.items);
    const edits = items.flatMap((item) => (item.kind === "edit" ? [item] : []));
    expect(edits).toMatchObject(
      reasons.map((reason) => ({
        status: "failed",
        reason: expect.stringContaining(reason),
        changes: [{ written: false }],
      })),
    );
    expect(items.filter(({ kind }) => kind === "notice")).toEqual([]);
    const [first = ""] = reasons;
    const hits = await Array.fromAsync(library.search(`"${first}"`, { scope: "all" }));
    expect(hits).toMatchObject([{ kind: "edit" }]);
  },
  120_000,
);
