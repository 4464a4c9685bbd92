import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeDatabases } from "./database/database.ts";
import { nodeHost } from "./node-host.ts";
import { cacheFolderOf, makePrivateFolder, stateFolderOf } from "./own-folders.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "own-folders-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => statSync(path).mode & 0o7777;

it.each(["", ".", "home", "../home", undefined])("HOME=%j never means the current folder", (HOME) => {
  const host = nodeHost({ HOME, XDG_CACHE_HOME: "cache", XDG_STATE_HOME: "./state", XDG_CONFIG_HOME: "" });
  expect(host.homeFolder).toBe(userInfo().homedir);
  expect(cacheFolderOf(host)).toBe(join(host.homeFolder, ".cache", "reprise"));
  expect(stateFolderOf(host)).toBe(join(host.homeFolder, ".local", "state", "reprise"));
});

it("an absolute HOME counts, whether it exists or not", () => {
  expect(nodeHost({ HOME: "/nowhere/at/all" }).homeFolder).toBe("/nowhere/at/all");
  expect(cacheFolderOf(nodeHost({ HOME: "/h", XDG_CACHE_HOME: "/c" }))).toBe("/c/reprise");
  expect(cacheFolderOf(nodeHost({ HOME: "/h", REPRISE_CACHE: "/mine" }))).toBe("/mine");
});

it("the catalog is its owner's alone, also where the folder and the files were open to others", () => {
  const cache = join(folder, "cache");
  const path = join(cache, "catalog.db");
  mkdirSync(cache);
  chmodSync(cache, 0o777);
  writeFileSync(path, "");
  chmodSync(path, 0o666);
  const database = nodeDatabases.open(path);
  database.exec("CREATE TABLE t (a)");
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file), file).toBe(0o600);
  database.close();
  expect(modeOf(cache)).toBe(0o700);
  const made = join(folder, "new", "cache", "catalog.db");
  nodeDatabases.open(made).close();
  expect([modeOf(join(folder, "new", "cache")), modeOf(made)]).toEqual([0o700, 0o600]);
});

it("a folder that is shared by design, or a link, is not closed and not trusted", () => {
  const shared = join(folder, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  expect(makePrivateFolder(shared)).toBe(false);
  expect(modeOf(shared)).toBe(0o1777);
  mkdirSync(join(folder, "real"));
  chmodSync(join(folder, "real"), 0o755);
  symlinkSync("real", join(folder, "link"));
  expect(makePrivateFolder(join(folder, "link"))).toBe(false);
  expect(modeOf(join(folder, "real"))).toBe(0o755);
});
