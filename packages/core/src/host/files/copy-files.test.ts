import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { copyFiles } from "./copy-files.ts";

async function setUp() {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const original = join(scratch.home, "a.jsonl");
  writeFileSync(original, "one\n");
  return { original, folder: join(scratch.root, "deep", "kept") };
}

test("copies by name, for the owner only, and leaves nothing else behind", async () => {
  const { original, folder } = await setUp();
  const copy = join(folder, "a.jsonl");
  expect(copyFiles([original], folder)).toEqual([{ original, copy, sizeBytes: 4 }]);
  writeFileSync(original, "one\ntwo\n");
  expect(copyFiles([original], folder)).toEqual([{ original, copy, sizeBytes: 8 }]);
  expect(readdirSync(folder)).toEqual(["a.jsonl"]);
  expect(readFileSync(copy, "utf8")).toBe("one\ntwo\n");
  expect([statSync(folder).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("a longer copy is kept", async () => {
  const { original, folder } = await setUp();
  copyFiles([original], folder);
  writeFileSync(original, "1\n");
  expect(copyFiles([original], folder)).toMatchObject([{ sizeBytes: 4 }]);
  expect(readFileSync(join(folder, "a.jsonl"), "utf8")).toBe("one\n");
});

test("nothing to copy makes no folder, and a missing file is an error", async () => {
  const { folder, original } = await setUp();
  expect(copyFiles([], folder)).toEqual([]);
  expect(() => statSync(folder)).toThrow("ENOENT");
  expect(() => copyFiles([`${original}.gone`], folder)).toThrow("ENOENT");
});
