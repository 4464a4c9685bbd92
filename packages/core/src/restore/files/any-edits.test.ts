import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isWhole } from "@reprise/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession, names, playAll } from "../../../test/rewind/any-session.ts";
import { type Tree, Workspace } from "../../../test/rewind/tree.ts";
import { rewindFiles } from "./rewind.ts";
import { undoRewind } from "./undo.ts";

test("whatever was edited, every turn comes back byte for byte, by the rewind and by git apply, and undoing brings the present", async () => {
  const all = fc.asyncProperty(anySession, async ({ start, turns: actions, at, isCommitted }) => {
    const work = new Workspace(start);
    try {
      const commit = isCommitted ? work.commit() : null;
      const { states, turns } = playAll(start, actions);
      const turn = Math.min(at, turns.length);
      replaceTree(work, states.at(-1) ?? {});
      const now = work.tree();
      const plan = await work.at(turn, turns, commit);
      expect(plan.files.filter(({ conflict }) => conflict !== null)).toEqual([]);
      const id = await rewindFiles(plan, work.place);
      const wanted = latin(states[turn] ?? {});
      expect(work.tree()).toEqual(wanted);
      await undoRewind(id, work.place);
      expect(work.tree()).toEqual(now);
      if (plan.patch !== "") expect(appliedByGit(work, plan.patch)).toEqual(wanted);
    } finally {
      work.remove();
    }
  });
  await fc.assert(all, { numRuns: isWhole ? 600 : 25 });
});

function appliedByGit(work: Workspace, patch: string): Tree {
  const file = join(work.folder, "rewind.patch");
  writeFileSync(file, patch);
  const env = {
    PATH: process.env.PATH,
    HOME: work.folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: work.folder,
  };
  for (const more of [["--check"], []])
    execFileSync("git", ["apply", "--whitespace=nowarn", ...more, file], {
      cwd: work.root,
      env,
      stdio: "pipe",
    });
  return work.tree();
}

function replaceTree(work: Workspace, files: Tree): void {
  for (const name of names) rmSync(join(work.root, name), { force: true });
  mkdirSync(work.root, { recursive: true });
  for (const [name, text] of Object.entries(files)) work.write(name, text);
}

function latin(files: Tree): Tree {
  return Object.fromEntries(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => [name, Buffer.from(text).toString("latin1")]),
  );
}
