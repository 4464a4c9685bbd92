import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { makeScratch } from "./scratch.ts";

test("a scratch has an empty home and a repository with one commit, until it is removed", async () => {
  const scratch = await makeScratch();
  expect(readdirSync(scratch.home)).toEqual([]);
  const log = execFileSync("git", ["log", "--format=%s", "main"], {
    cwd: scratch.workspace,
    encoding: "utf8",
  });
  expect(log).toBe("start\n");
  await scratch.remove();
  expect(existsSync(scratch.root)).toBe(false);
});
