import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeFiles } from "../host/files/node-files.ts";
import { headOf } from "./git-head.ts";

let scratch: Scratch;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    cwd: scratch.workspace,
    encoding: "utf8",
  }).trim();
beforeAll(async () => {
  scratch = await makeScratch("head");
  git("commit", "--allow-empty", "-m", "one");
});
afterAll(() => scratch.remove());

it("tells branch and commit as git does: loose, packed, in a linked worktree, detached", () => {
  const commit = git("rev-parse", "HEAD");
  const branch = git("branch", "--show-current");
  expect(headOf(scratch.workspace, nodeFiles)).toEqual({ branch, commit });
  git("pack-refs", "--all");
  expect(headOf(scratch.workspace, nodeFiles)).toEqual({ branch, commit });
  const tree = join(scratch.root, "tree");
  git("worktree", "add", "-b", "other", tree);
  expect(headOf(tree, nodeFiles)).toEqual({ branch: "other", commit });
  git("checkout", "--detach");
  expect(headOf(scratch.workspace, nodeFiles)).toEqual({ branch: null, commit });
  expect(headOf(scratch.root, nodeFiles)).toBeNull();
});
