import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compareTrees, hashTree } from "./hash-tree.ts";
import { makeScratch } from "./scratch.ts";

async function makeTree(): Promise<string> {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  await mkdir(join(scratch.home, "deep", "er"), { recursive: true });
  await writeFile(join(scratch.home, "a.txt"), "one");
  await writeFile(join(scratch.home, "deep", "er", "b.txt"), "two");
  await symlink("a.txt", join(scratch.home, "link"));
  return scratch.home;
}

test("a tree that nobody touched is unchanged", async () => {
  const home = await makeTree();
  const before = await hashTree(home);
  expect([...before.keys()]).toEqual(["a.txt", "deep/er/b.txt", "link"]);
  expect(before.get("a.txt")).toMatchObject({
    sha256: "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
    sizeBytes: 3,
  });
  expect(compareTrees(before, await hashTree(home))).toEqual([]);
});

test("every kind of change is named", async () => {
  const home = await makeTree();
  const before = await hashTree(home);
  await rename(join(home, "deep", "er", "b.txt"), join(home, "c.txt"));
  await utimes(join(home, "a.txt"), 1, 1);
  await rm(join(home, "link"));
  await symlink("c.txt", join(home, "link"));
  expect(compareTrees(before, await hashTree(home))).toEqual([
    { path: "a.txt", change: "time" },
    { path: "c.txt", change: "added" },
    { path: "deep/er/b.txt", change: "removed" },
    { path: "link", change: "content" },
  ]);
});

test("a change that keeps size and time is seen", async () => {
  const home = await makeTree();
  const file = join(home, "a.txt");
  await utimes(file, 1, 1);
  const before = await hashTree(home);
  await writeFile(file, "eno");
  await utimes(file, 1, 1);
  expect(compareTrees(before, await hashTree(home))).toEqual([{ path: "a.txt", change: "content" }]);
});

test("a missing folder is an empty tree", async () => {
  expect((await hashTree("/does/not/exist")).size).toBe(0);
});
