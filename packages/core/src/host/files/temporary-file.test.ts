import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { makeTemporaryFile, withTemporaryFile } from "./temporary-file.ts";

test("is there while it is used, for its owner alone, and gone afterwards", async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const folder = join(scratch.root, "a", "b");
  const file = { folder, ending: ".json", text: "漢字" };
  const used = await withTemporaryFile(file, async (path) => {
    expect(readFileSync(path, "utf8")).toBe("漢字");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    return path;
  });
  expect(existsSync(used)).toBe(false);
  await expect(withTemporaryFile(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});

test("one for a running program is its owner's alone too, until it is removed", () => {
  const file = makeTemporaryFile("a.md", "漢字");
  expect(readFileSync(file.path, "utf8")).toBe("漢字");
  const modes = [file.path, dirname(file.path)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700]);
  file.remove();
  expect(existsSync(dirname(file.path))).toBe(false);
});
