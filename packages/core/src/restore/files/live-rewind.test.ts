import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionId, Turn } from "@reprise/model";
import {
  type AgentHome,
  codex,
  compareTrees,
  hashTree,
  type Machine,
  type Model,
  type Scratch,
  startMachine,
  transcriptOf,
} from "@reprise/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patch, run } from "../../../test/codex-driver/actions.ts";
import { codexSource } from "../../agents/codex/source.ts";
import { nodeHost } from "../../host/node-host.ts";
import { filesAt } from "./files-at.ts";
import { rewindFiles } from "./rewind.ts";
import { undoRewind } from "./undo.ts";

let machine: Machine;
let scratch: Scratch;
let model: Model;
let home: AgentHome;
beforeAll(async () => {
  machine = await startMachine("live-rewind", codex);
  ({ scratch, model, home } = machine);
});
afterAll(() => machine.close());

async function ask(prompt: string, resume?: string): Promise<string> {
  const turn = home.spawnTurn({
    prompt,
    cwd: scratch.workspace,
    allowTools: true,
    ...(resume ? { resume } : {}),
  });
  await turn.exited;
  return codex.sessionId(turn) ?? "";
}

async function turnsNow(): Promise<readonly Turn[]> {
  const host = nodeHost(home.env);
  const { rollouts } = codexSource.locate(home.env.CODEX_HOME ?? "", host);
  const [rollout] = rollouts;
  if (!rollout) throw new Error("There is no rollout.");
  return (await transcriptOf(rollout, codexSource, host, { all: rollouts })).turns;
}

const contentsOf = async (folder: string) =>
  [...(await hashTree(folder))]
    .filter(([path]) => !path.startsWith(".git/"))
    .map(([path, { sha256 }]) => [path, sha256]);

test("the tree that the real codex left after turn 1 comes back byte for byte, and goes again", async () => {
  const { workspace: root } = scratch;
  const at = (name: string) => join(root, name);
  mkdirSync(at("src"));
  writeFileSync(at("src/dos.txt"), "a\r\nb\r\nc\r\nd\r\ne\r\n");
  writeFileSync(at("run.sh"), "echo 1\necho 2\n");
  chmodSync(at("run.sh"), 0o755);
  writeFileSync(at("bye.txt"), "no newline");
  writeFileSync(at("from.txt"), "f\ng\n");
  model.push(
    [patch("*** Add File: src/new ü.txt", "+one", "+two", "*** Update File: run.sh", "@@", "-echo 1", "+echo one")],
    [{ text: "First is done." }],
  );
  const thread = await ask("first");
  cpSync(root, join(scratch.root, "after-1"), { recursive: true });

  model.push(
    [patch("*** Update File: src/new ü.txt", "@@", " one", "-two", "+TWO", "+three")],
    [
      patch(
        "*** Update File: run.sh",
        "@@",
        " echo one",
        "-echo 2",
        "+echo two",
        "*** Update File: src/dos.txt",
        "@@",
        "-c\r",
        "+C\r",
      ),
    ],
    [patch("*** Update File: from.txt", "*** Move to: moved/to.txt", "@@", " f", "-g", "+G")],
    [patch("*** Update File: run.sh", "@@", "-echo missing", "+echo found")],
    [patch("*** Add File: later/added.txt", "+later", "*** Delete File: bye.txt"), run("true")],
    [{ text: "Second is done." }],
  );
  await ask("second", thread);
  const rollouts = await hashTree(join(home.env.CODEX_HOME ?? "", "sessions"));
  const host = nodeHost(home.env);
  const place = { stateFolder: join(scratch.root, "state"), host };
  const session = `codex:${thread}` as SessionId;
  const plan = async () => filesAt({ session, turns: await turnsNow(), turn: 1, root, gitCommit: null, host });
  const left = await contentsOf(root);
  const first = await plan();
  expect(first.files.map(({ path, change, conflict }) => [path, change, conflict])).toEqual([
    ["bye.txt", "create", null],
    ["from.txt", "create", null],
    ["later/added.txt", "delete", null],
    ["moved/to.txt", "delete", null],
    ["run.sh", "write", null],
    ["src/dos.txt", "write", null],
    ["src/new ü.txt", "write", null],
  ]);

  const id = await rewindFiles(first, place);
  expect(await contentsOf(root)).toEqual(await contentsOf(join(scratch.root, "after-1")));
  await undoRewind(id, place);
  expect(await contentsOf(root)).toEqual(left);

  // The patch does the same through git, in a copy.
  const copy = join(scratch.root, "copy");
  cpSync(root, copy, { recursive: true });
  writeFileSync(join(scratch.root, "p.patch"), (await plan()).patch);
  for (const more of [["--check"], []])
    execFileSync("git", ["apply", ...more, join(scratch.root, "p.patch")], {
      cwd: copy,
      env: { PATH: process.env.PATH, HOME: scratch.home },
    });
  expect(await contentsOf(copy)).toEqual(await contentsOf(join(scratch.root, "after-1")));

  // A person's line at the end, far from every edit.
  appendFileSync(at("src/dos.txt"), "mine\r\n");
  const before = await hashTree(root);
  await expect(plan().then((made) => rewindFiles(made, place))).rejects.toThrow(/src\/dos\.txt: .*someone else/);
  expect(compareTrees(before, await hashTree(root))).toEqual([]);
  expect(compareTrees(rollouts, await hashTree(join(home.env.CODEX_HOME ?? "", "sessions")))).toEqual([]);
});
