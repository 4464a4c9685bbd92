import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RecentFiles } from "./recent-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recent-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, changedAt: number): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), "");
  utimesSync(join(folder, path), changedAt, changedAt);
}

const host = (env: Record<string, string | undefined> = process.env, ticks = () => 0) => ({ env, ticks });

test("among files that fit equally well the last changed comes first; ignored ones are not offered", async () => {
  write("a/reader.ts", 1000);
  write("bb/reader.ts", 3000);
  write("ccc/reader.ts", 2000);
  write("out/reader.ts", 9000);
  writeFileSync(join(folder, ".gitignore"), "out/\n");
  const files = new RecentFiles(folder, host());
  expect(await files.matching("reader")).toEqual(["bb/reader.ts", "ccc/reader.ts", "a/reader.ts"]);
});

test("without git the folder is walked, but not what it depends on", async () => {
  write("a.ts", 1);
  write("deep/er/a.ts", 2);
  write("node_modules/x/a.ts", 3);
  const files = new RecentFiles(folder, host({ PATH: join(folder, "none") }));
  expect(await files.matching("a.ts")).toEqual(["deep/er/a.ts", "a.ts"]);
});

test("a new file is found after a moment, and until then the list before is used", async () => {
  let now = 0;
  write("one.ts", 1);
  const files = new RecentFiles(
    folder,
    host(process.env, () => now),
  );
  expect(await files.matching("")).toEqual(["one.ts"]);
  write("two.ts", 2);
  expect(await files.matching("")).toEqual(["one.ts"]);
  now = 6000;
  await expect.poll(() => files.matching(""), { timeout: 30_000 }).toContain("two.ts");
});
