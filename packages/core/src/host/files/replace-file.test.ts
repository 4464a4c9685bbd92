import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createFile } from "./replace-file.ts";

test("a new file is the owner's alone, and one that is there stays as it is", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const path = join(scratch.root, "a", "b", "file.txt");
  expect(createFile(path, "first 漢字")).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(createFile(path, "second")).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("first 漢字");
  expect(readdirSync(join(scratch.root, "a", "b"))).toEqual(["file.txt"]);
});

test("nothing is left of what could not be made", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const folder = join(scratch.root, "taken");
  mkdirSync(folder);
  expect(createFile(folder, "text")).toBe(false);
  expect(() => createFile(join(scratch.root, "x".repeat(300)), "text")).toThrow("ENAMETOOLONG");
  expect(readdirSync(scratch.root).toSorted()).toEqual(["home", "taken", "workspace"]);
});
