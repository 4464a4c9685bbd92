import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, it, onTestFinished } from "vitest";
import { commitsBetween } from "./commits-between.ts";

it("commits and files between two commits, oldest first; nothing that the repository names runs", async () => {
  const scratch = await makeScratch("commits");
  onTestFinished(() => scratch.remove());
  const cwd = scratch.workspace;
  const git = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).trim();
  git("config", "user.name", "T");
  git("config", "user.email", "t@example.com");
  const from = git("rev-parse", "HEAD");
  for (const name of ["one", "zwei ü"]) {
    writeFileSync(join(cwd, `${name}.txt`), name);
    git("add", ".");
    git("commit", "-qm", `adds ${name}`);
  }
  const to = git("rev-parse", "HEAD");
  git("config", "core.pager", "touch ran");
  const range = commitsBetween(join(cwd, ".git"), { from, to }, process.env);
  expect(range?.commits.map(({ subject }) => subject)).toEqual(["adds one", "adds zwei ü"]);
  expect(range?.commits.at(-1)?.hash).toBe(to);
  expect(range?.files).toEqual(["one.txt", "zwei ü.txt"]);
  expect(commitsBetween(join(cwd, ".git"), { from: to, to }, process.env)).toEqual({
    commits: [],
    files: [],
  });
  expect(commitsBetween(join(cwd, ".git"), { from: "0".repeat(40), to }, process.env)).toBeNull();
});
