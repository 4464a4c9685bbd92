import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { workFiles } from "./work-files.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "work-files-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
}

it("lists the files of a repository, committed or not, without those that are ignored", async () => {
  execFileSync("git", ["init", "--quiet", root]);
  put("a.ts", "src/b c.ts", "src/ä.ts", "build/out.js", "src/deep/x.log");
  writeFileSync(join(root, ".gitignore"), "build/\n*.log\n");
  execFileSync("git", ["-C", root, "add", "a.ts"]);
  expect(await workFiles(root, process.env)).toEqual([".gitignore", "a.ts", "src/b c.ts", "src/ä.ts"]);
});

it("lists a folder without a repository too", async () => {
  put("a.ts");
  expect(await workFiles(root, process.env)).toEqual(["a.ts"]);
});

it("runs nothing that the repository's configuration names", async () => {
  execFileSync("git", ["init", "--quiet", root]);
  put("a.ts");
  const mark = join(root, ".git", "ran");
  execFileSync("git", ["-C", root, "config", "core.fsmonitor", `touch ${mark}; false`]);
  expect(await workFiles(root, process.env)).toEqual(["a.ts"]);
  expect(existsSync(mark)).toBe(false);
});

it("lists nothing without git", async () => {
  expect(await workFiles(root, { PATH: root })).toBeNull();
});
