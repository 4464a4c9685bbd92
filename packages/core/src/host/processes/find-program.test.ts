import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { blobsAt } from "../git/git-blobs.ts";
import { startChild } from "./child.ts";
import { findProgram, withAbsolutePath } from "./find-program.ts";

let folder: string;
let workspace: string;
let bin: string;
const home = process.cwd();
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "find-program-")));
  [workspace, bin] = [join(folder, "workspace"), join(folder, "bin")];
  mkdirSync(workspace);
  mkdirSync(bin);
  process.chdir(workspace);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

function program(path: string, text: string, mode = 0o700): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, mode);
  return path;
}

/** Every way to write "the current folder" into a PATH. */
const currentFolder = ["", ".", "./", "..//workspace", "workspace/../../workspace"];

it.each(currentFolder)("an entry %j of the PATH never means the workspace", async (entry) => {
  const marker = join(folder, "ran");
  for (const name of ["git", "tool"]) program(join(workspace, name), `touch ${marker}`);
  const good = program(join(bin, "tool"), "echo good");
  for (const path of [`${entry}:${bin}`, `${bin}:${entry}`, `/nowhere:${entry}:${bin}`]) {
    const env = { PATH: path };
    expect(findProgram("tool", env)).toBe(good);
    const child = await startChild({ program: "tool", args: [], cwd: workspace, env });
    expect(await Array.fromAsync(child.lines)).toEqual(["good"]);
    const question = { gitFolder: workspace, below: "", commit: "0".repeat(40), names: ["a"] };
    mkdirSync(join(workspace, "objects"), { recursive: true });
    expect(blobsAt({ ...question, maxBytes: 1, env })).toEqual({
      isKnown: false,
      reason: "git is not installed here",
    });
  }
  expect(existsSync(marker)).toBe(false);
});

it("a program that starts another by name does not find it in the workspace either", async () => {
  const marker = join(folder, "ran");
  program(join(workspace, "inner"), `touch ${marker}`);
  program(join(bin, "outer"), "inner || echo none");
  const env = { PATH: `:${bin}:` };
  const child = await startChild({ program: "outer", args: [], cwd: workspace, env });
  expect(await Array.fromAsync(child.lines)).toEqual(["none"]);
  expect(existsSync(marker)).toBe(false);
});

it("only an executable file is a program; a later folder may have it", () => {
  mkdirSync(join(folder, "first"));
  mkdirSync(join(folder, "first", "git"));
  program(join(bin, "git"), "", 0o600);
  expect(findProgram("git", { PATH: [join(folder, "first"), bin].join(delimiter) })).toBeNull();
  chmodSync(join(bin, "git"), 0o700);
  expect(findProgram("git", { PATH: [join(folder, "first"), bin].join(delimiter) })).toBe(join(bin, "git"));
});

it("a path is resolved where Reprise was started, not where the program will run", () => {
  program(join(workspace, "own"), "");
  expect(findProgram("./own", {})).toBe(join(workspace, "own"));
  expect(findProgram("own", { PATH: "" })).toBeNull();
  expect(findProgram("", { PATH: bin })).toBeNull();
  expect(findProgram("a\0b", { PATH: bin })).toBeNull();
});

it("without a PATH, the system's folders are searched", () => {
  expect(findProgram("sh", {})).toMatch(/^\/(?:usr\/)?bin\/sh$/);
  expect(withAbsolutePath({ A: "1" })).toEqual({ A: "1" });
  expect(withAbsolutePath({ PATH: `:/usr/bin:.:bin:${bin}:` })).toEqual({ PATH: `/usr/bin:${bin}` });
});
