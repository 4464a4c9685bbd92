import { execFileSync } from "node:child_process";
import { constants, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SessionError } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { nodeDatabases } from "../database/database.ts";
import { openDatabaseCopy } from "../database/database-copy.ts";
import { nodeHost } from "../node-host.ts";
import { AppendFile } from "./append-file.ts";
import { copyFiles } from "./copy-files.ts";
import { takeLock } from "./lock.ts";
import { nodeFiles } from "./node-files.ts";
import { openRegularFile, readStart } from "./open-file.ts";

let folder = "";
beforeEach(async () => {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  folder = scratch.home;
});
const at = (name: string) => join(folder, name);
const pipe = (name: string) => void execFileSync("mkfifo", [at(name)]);
const usual = { follows: true, creates: true };
const me = { pid: process.pid, program: "test", terminal: null };

test.each([
  ["a named pipe", () => pipe("x")],
  ["a folder", () => mkdirSync(at("x"))],
  ["a device", () => symlinkSync("/dev/zero", at("x"))],
  ["a link to a file that does not exist", () => symlinkSync("nowhere", at("x"))],
  [
    "a named pipe",
    () => {
      pipe("target");
      symlinkSync("target", at("x"));
    },
  ],
  ["a link that leads back to itself", () => symlinkSync("x", at("x"))],
])("only regular files are opened: not %s", (kind, make) => {
  make();
  const named = new RegExp(`x is ${kind}`);
  expect(() => nodeFiles.open(at("x"))).toThrow(named);
  expect(() => nodeFiles.text(at("x"), 10)).toThrow(named);
  expect(() => nodeFiles.text(at("x"), 10)).toThrow(SessionError);
});

test("a socket is not opened either", async () => {
  const server = createServer().listen(at("x"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  expect(() => nodeFiles.open(at("x"))).toThrow("x is a socket, not a regular file.");
});

test("a link to a regular file is that file; a compressed pipe is still a pipe", () => {
  writeFileSync(at("file"), "0123456789");
  symlinkSync("file", at("link"));
  expect(readStart(at("link"), 4).toString()).toBe("0123");
  expect(nodeFiles.text(at("link"), 100)).toBe("0123456789");
  pipe("x.jsonl.zst");
  expect(() => nodeFiles.open(at("x.jsonl.zst"))).toThrow("a named pipe");
});

test("nothing waits for the other end of a pipe: appending, copying, locking, a store and its log", () => {
  for (const name of ["journal", "x.lock", "y.lock-journal", "z.lock.owner", "catalog.db", "other.db-wal"]) pipe(name);
  expect(() => new AppendFile(at("journal"), usual)).toThrow("a named pipe");
  expect(() => copyFiles([at("journal")], at("kept"))).toThrow("a named pipe");
  expect(() => takeLock(at("x.lock"), me, nodeHost().processes)).toThrow("a named pipe");
  expect(() => takeLock(at("y.lock"), me, nodeHost().processes)).toThrow("a named pipe");
  // The name of a lock's owner is only a note: it takes the pipe's place.
  const lock = takeLock(at("z.lock"), me, nodeHost().processes);
  expect(readFileSync(at("z.lock.owner"), "utf8")).toContain(String(process.pid));
  if (lock.isHeld) lock.release();
  expect(() => nodeDatabases.open(at("catalog.db"))).toThrow("a named pipe");
  expect(() => openDatabaseCopy(at("catalog.db"), { folder: at("copies") })).toThrow("a named pipe");
  writeFileSync(at("other.db"), "");
  expect(() => openDatabaseCopy(at("other.db"), { folder: at("copies") })).toThrow("a named pipe");
});

test("a link to nothing may be written through, and what is not there is not made by reading", () => {
  symlinkSync("later", at("link"));
  const file = new AppendFile(at("link"), usual);
  file.append("x");
  file.close();
  expect(readFileSync(at("later"), "utf8")).toBe("x");
  expect(() => openRegularFile(at("none"), constants.O_RDONLY)).toThrow("ENOENT");
  expect(nodeFiles.text(at("none"), 1)).toBeNull();
});

test("nothing else opens a path that it did not make itself", () => {
  const others: Record<string, RegExp> = {
    "open-file.ts": /.*/,
    // New files under names of their own.
    "replace-file.ts": /openSync\(this\.#name, "wx"/,
    "put-file.ts": /openSync\(join\(folder, temporary\), flags/,
    "copy-file.ts": /openSync\(to, |copyFileSync\(`\/proc\/self\/fd/,
    // Folders only.
    "sync-folder.ts": /openSync\(folder, "r"\)/,
    "inside-folder.ts": /openSync\((?:root|join\(path\(\), name\)), flags\)/,
    // What the system makes up.
    "process-tree.ts": /readFileSync\(`\/proc\//,
    "linux-processes.ts": /readFileSync\(path, "utf8"\)/,
    "confined-peer.ts": /readFileSync\(path, "utf8"\)/,
  };
  const host = fileURLToPath(new URL("..", import.meta.url));
  const calls = readdirSync(host, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) =>
      (readFileSync(join(host, name), "utf8").match(/^.*\b(?:openSync|readFileSync|copyFileSync)\(.*$/gm) ?? [])
        .filter((line) => !others[basename(name)]?.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(calls).toEqual([]);
});
