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
  expect(look?.names).toEqual(["a.jsonl", "b.jsonl", "link.jsonl"]);
  expect(look?.folders).toEqual(["2026.jsonl"]);
  expect(look?.others).toEqual(["broken.jsonl", "link.jsonl"]);
  const stamps = look?.names.map((name) => nodeFiles.stamp(join(folder, name)));
  expect([...(look?.stamps ?? [])]).toEqual(
    stamps?.flatMap((stamp) => [stamp?.sizeBytes, stamp?.mtimeMs, stamp?.inode]),
  );
});

test("what may not be looked at is named, and does not hide the rest", () => {
  symlinkSync("b.jsonl", join(folder, "a.jsonl"));
  symlinkSync("a.jsonl", join(folder, "b.jsonl"));
  writeFileSync(join(folder, "c.jsonl"), "");
  const look = nodeFiles.look(folder, () => true);
  expect(look?.names).toEqual(["c.jsonl"]);
  expect(look?.refused.map(({ name, error }) => [name, error.code])).toEqual([
    ["a.jsonl", "unreadable"],
    ["b.jsonl", "unreadable"],
  ]);
});

test("there is nothing to see in a folder that is not there, or is none", () => {
  writeFileSync(join(folder, "file"), "");
  expect(nodeFiles.look(join(folder, "gone"), () => true)).toBeNull();
  expect(nodeFiles.look(join(folder, "file"), () => true)).toBeNull();
});
