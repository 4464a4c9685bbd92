import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeFiles } from "./node-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-look-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a look stamps what is wanted as a stamp of each would, and nothing else", () => {
  for (const name of ["a.jsonl", "b.jsonl", "c.txt"]) writeFileSync(join(folder, name), name.repeat(3));
  mkdirSync(join(folder, "2026.jsonl"));
  symlinkSync("a.jsonl", join(folder, "link.jsonl"));
  symlinkSync("nowhere", join(folder, "broken.jsonl"));
  const look = nodeFiles.look(folder, (name) => name.endsWith(".jsonl"));
  expect(look?.names.toSorted()).toEqual(["2026.jsonl", "a.jsonl", "b.jsonl", "broken.jsonl", "link.jsonl"]);
  expect(look?.folders).toEqual(["2026.jsonl"]);
  expect(look?.others).toEqual(["broken.jsonl", "link.jsonl"]);
  const none = { sizeBytes: 0, mtimeMs: 0, inode: 0 };
  const stamps = look?.names.map((name) => nodeFiles.stamp(join(folder, name)) ?? none);
  expect([...(look?.stamps ?? [])]).toEqual(
    stamps?.flatMap((stamp) => [stamp?.sizeBytes, stamp?.mtimeMs, stamp?.inode]),
  );
});

test("what may not be looked at is among the names, without a stamp", () => {
  symlinkSync("b.jsonl", join(folder, "a.jsonl"));
  symlinkSync("a.jsonl", join(folder, "b.jsonl"));
  writeFileSync(join(folder, "c.jsonl"), "");
  const look = nodeFiles.look(folder, () => true);
  expect(look?.names.toSorted()).toEqual(["a.jsonl", "b.jsonl", "c.jsonl"]);
  const at = (look?.names.indexOf("a.jsonl") ?? 0) * 3;
  expect([...(look?.stamps.subarray(at, at + 3) ?? [])]).toEqual([0, 0, 0]);
});

test("there is nothing to see in a folder that is not there, or is none", () => {
  writeFileSync(join(folder, "file"), "");
  expect(nodeFiles.look(join(folder, "gone"), () => true)).toBeNull();
  expect(nodeFiles.look(join(folder, "file"), () => true)).toBeNull();
});
