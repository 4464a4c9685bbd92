import { lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compareTrees, hashTree, makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takePersonalFiles } from "./personal-files.ts";
import { SandboxError } from "./sandbox.ts";

let scratch: Scratch;
let person: string;
let home: string;
beforeEach(async () => {
  scratch = await makeScratch("personal-files");
  person = join(scratch.root, "person");
  home = scratch.home;
  await mkdir(person);
});
afterEach(() => scratch.remove());

const file = (from: string, to: string, how: "copy" | "link" = "copy") => ({
  from: join(person, from),
  to,
  how,
});
const modeOf = async (path: string) => (await lstat(join(home, path))).mode & 0o777;

test("files and folders are copied for their owner only, and the originals stay as they are", async () => {
  await mkdir(join(person, "hooks/deep"), { recursive: true, mode: 0o755 });
  await writeFile(join(person, "config.toml"), "model = 1", { mode: 0o644 });
  await writeFile(join(person, "hooks/deep/run.sh"), "#!/bin/sh\n", { mode: 0o755 });
  await symlink(join(person, "config.toml"), join(person, "hooks/linked"));
  await symlink("nowhere", join(person, "hooks/dangling"));
  await symlink("..", join(person, "hooks/deep/up"));
  await symlink("itself", join(person, "hooks/itself"));
  const before = await hashTree(person);
  takePersonalFiles(
    [file("config.toml", ".agent/config.toml"), file("hooks", ".agent/hooks"), file("none", "none")],
    home,
  );
  expect(await readFile(join(home, ".agent/config.toml"), "utf8")).toBe("model = 1");
  expect(await readFile(join(home, ".agent/hooks/linked"), "utf8")).toBe("model = 1");
  expect((await readdir(join(home, ".agent/hooks"), { recursive: true })).sort()).toEqual([
    "deep",
    "deep/run.sh",
    "linked",
  ]);
  expect(
    await Promise.all([".agent", ".agent/hooks", ".agent/hooks/deep", ".agent/hooks/deep/run.sh"].map(modeOf)),
  ).toEqual(Array(4).fill(0o700));
  expect(await Promise.all([".agent/config.toml", ".agent/hooks/linked"].map(modeOf))).toEqual([0o600, 0o600]);
  expect(await readdir(home)).toEqual([".agent"]);
  expect(compareTrees(before, await hashTree(person))).toEqual([]);
});

test("a link leads to the original, so that a renewed sign-in counts for both", async () => {
  await writeFile(join(person, "auth.json"), "one");
  await symlink("auth.json", join(person, "alias.json"));
  takePersonalFiles([file("alias.json", ".agent/auth.json", "link"), file("none", "none", "link")], home);
  expect(await readlink(join(home, ".agent/auth.json"))).toBe(join(person, "auth.json"));
  await writeFile(join(home, ".agent/auth.json"), "two");
  expect(await readFile(join(person, "auth.json"), "utf8")).toBe("two");
  await rm(home, { recursive: true });
  expect(await readFile(join(person, "auth.json"), "utf8")).toBe("two");
});

test("nothing is written through a link to the originals", async () => {
  await mkdir(join(person, "own"));
  await writeFile(join(person, "config"), "x");
  const files = [file("own", ".agent", "link"), file("config", ".agent/config")];
  expect(() => takePersonalFiles(files, home)).toThrow(SandboxError);
  expect(await readdir(join(person, "own"))).toEqual([]);
});

test("a folder with more than configuration in it is refused by name", async () => {
  await mkdir(join(person, "many"));
  await Promise.all(Array.from({ length: 51 }, (_, index) => writeFile(join(person, "many", `${index}`), "")));
  const most = { mostFiles: 50, mostBytes: 1_000 };
  expect(() => takePersonalFiles([file("many", "many")], home, most)).toThrow(/person\/many.*50 files/);
  expect(() => takePersonalFiles([file("many", "../outside")], home)).toThrow(SandboxError);
});
