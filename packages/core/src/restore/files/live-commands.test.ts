import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FilesPlan, SessionId, Turn } from "@reprise/model";
import { codex, type Machine, startMachine, transcriptOf } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patch, run } from "../../../test/codex-driver/actions.ts";
import { codexSource } from "../../agents/codex/source.ts";
import { nodeHost } from "../../host/node-host.ts";
import { filesAt } from "./files-at.ts";

let machine: Machine;
beforeEach(async () => {
  machine = await startMachine("live-commands", codex);
});
afterEach(() => machine.close());

async function ask(resume: string | null): Promise<string> {
  const { home, scratch } = machine;
  const turn = home.spawnTurn({
    prompt: "go on",
    cwd: scratch.workspace,
    allowTools: true,
    ...(resume === null ? {} : { resume }),
  });
  await turn.exited;
  return codex.sessionId(turn) ?? "";
}

async function filesAfter(turn: number): Promise<FilesPlan> {
  const { home, scratch } = machine;
  const host = nodeHost(home.env);
  const { rollouts } = codexSource.locate(home.env.CODEX_HOME ?? "", host);
  const [rollout] = rollouts;
  if (!rollout) throw new Error("There is no rollout.");
  const turns: readonly Turn[] = (await transcriptOf(rollout, codexSource, host, { all: rollouts })).turns;
  const session = "codex:x" as SessionId;
  return filesAt({ session, turns, turn, root: scratch.workspace, gitCommit: null, host });
}

test("a file that a command changed between edits is not presented as what it was", async () => {
  const path = join(machine.scratch.workspace, "notes.txt");
  writeFileSync(path, "1\n2\n3\n4\n5\n6\n7\n8\n");
  const change = (from: string, to: string) => patch("*** Update File: notes.txt", "@@", `-${from}`, `+${to}`);
  machine.model.push(
    [change("1", "one")],
    [{ text: "First." }],
    [run("sed -i s/8/eight/ notes.txt && ls")],
    [{ text: "Second." }],
    [change("2", "two")],
    [{ text: "Third." }],
  );
  let thread = await ask(null);
  const afterOne = readFileSync(path, "utf8");
  thread = await ask(thread);
  await ask(thread);
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n3\n4\n5\n6\n7\neight\n");

  const { files, commands } = await filesAfter(1);
  expect(afterOne).toBe("one\n2\n3\n4\n5\n6\n7\n8\n");
  expect(commands).toEqual([{ turn: 2, command: "sed -i s/8/eight/ notes.txt && ls" }]);
  expect(files).toMatchObject([{ path: "notes.txt", content: null }]);
  expect(files[0]?.conflict).toContain("`sed -i s/8/eight/ notes.txt && ls` (turn 2) may have changed it");
  // After the command nothing is in doubt.
  expect(await filesAfter(2)).toMatchObject({
    commands: [],
    files: [{ content: "one\n2\n3\n4\n5\n6\n7\neight\n", conflict: null, doubt: null }],
  });
}, 120_000);

test("a command that names no file leaves a doubt, one that only reads leaves none", async () => {
  const path = join(machine.scratch.workspace, "notes.txt");
  writeFileSync(path, "1\n2\n");
  machine.model.push(
    [{ text: "First." }],
    [run("grep 1 notes.txt 2>/dev/null | head -5; git status --short")],
    [patch("*** Update File: notes.txt", "@@", "-2", "+two")],
    [{ text: "Second." }],
    [run("sh ./format-everything || true")],
    [{ text: "Third." }],
  );
  let thread = await ask(null);
  thread = await ask(thread);
  expect(await filesAfter(1)).toMatchObject({ commands: [], files: [{ content: "1\n2\n", doubt: null }] });
  await ask(thread);
  const { files, commands } = await filesAfter(1);
  expect(commands).toEqual([{ turn: 3, command: "sh ./format-everything || true" }]);
  expect(files).toMatchObject([{ content: "1\n2\n", conflict: null }]);
  expect(files[0]?.doubt).toContain("`sh ./format-everything || true` (turn 3)");
}, 120_000);
