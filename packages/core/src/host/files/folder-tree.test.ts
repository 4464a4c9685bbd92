import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderTree } from "./folder-tree.ts";

let root: string;
let tree: FolderTree;
let toldCount = 0;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "folder-tree-"));
  tree = new FolderTree(() => {
    toldCount += 1;
  });
});
afterEach(() => {
  tree.close();
  rmSync(root, { recursive: true, force: true });
});

const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes until it is told, once all that was told before has been. */
async function isTold(file: string): Promise<void> {
  await moment(100);
  const before = toldCount;
  appendFileSync(file, "a line\n");
  await until(() => toldCount > before, { what: `a telling of ${file}` });
}

function made(...names: string[]): string {
  const folder = join(root, ...names);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.jsonl"), "");
  return join(folder, "a.jsonl");
}

describe("a tree of folders", () => {
  it("tells of a file in folders that are made at once, one in the other", async () => {
    await tree.add(root);
    for (let month = 1; month <= 12; month += 1) await isTold(made("2026", `${month}`, "01"));
  });

  it("tells of a file in folders that are made while it begins", async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = join(root, `${round}`);
      mkdirSync(join(folder, "2025", "12"), { recursive: true });
      const own = new FolderTree(() => {
        toldCount += 1;
      });
      const begins = own.add(folder);
      await moment(round / 10);
      const file = made(`${round}`, "2026", "01");
      await begins;
      await isTold(file);
      own.close();
    }
  });

  it("tells of a folder that was removed and made again, and of one with another name", async () => {
    made("2026", "11");
    await tree.add(root);
    rmSync(join(root, "2026"), { recursive: true });
    await isTold(made("2026", "11"));
    renameSync(join(root, "2026"), join(root, "2027"));
    await isTold(join(root, "2027", "11", "a.jsonl"));
    await isTold(made("2026", "11"));
    rmSync(join(root, "2027"), { recursive: true });
    renameSync(join(root, "2026"), join(root, "2027"));
    await isTold(join(root, "2027", "11", "a.jsonl"));
  });

  it("watches a folder again that was removed itself and came back", async () => {
    const home = join(root, "home");
    mkdirSync(home);
    expect(await tree.add(home)).toBe(true);
    expect(await tree.add(home)).toBe(false);
    rmSync(home, { recursive: true });
    await moment(60);
    mkdirSync(home);
    expect(await tree.add(home)).toBe(true);
    await isTold(made("home", "2026"));
    rmSync(home, { recursive: true });
    await isTold(made("home", "2026"));
  });

  it("follows links, also in a circle", async () => {
    const file = made("elsewhere", "2026");
    mkdirSync(join(root, "home"));
    symlinkSync(join(root, "elsewhere"), join(root, "home", "sessions"));
    symlinkSync(join(root, "home"), join(root, "home", "circle"));
    await tree.add(join(root, "home"));
    await isTold(file);
  });

  it("is one watcher for a folder that is given twice", async () => {
    made("2026");
    expect(await tree.add(root)).toBe(true);
    expect(await tree.add(join(root, "2026"))).toBe(false);
  });

  it("fails where there is no folder but a file, and tells so", async () => {
    const before = toldCount;
    await tree.add(made("2026"));
    expect(tree.hasFailed).toBe(true);
    expect(toldCount).toBeGreaterThan(before);
  });

  it("says nothing when it is closed", async () => {
    const file = made("2026");
    await tree.add(root);
    await isTold(file);
    await moment(60);
    tree.close();
    const before = toldCount;
    appendFileSync(file, "a line\n");
    await moment(100);
    expect(toldCount).toBe(before);
  });
});
