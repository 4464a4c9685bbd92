import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SessionError } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type DatabaseCopy, openDatabaseCopy } from "./database-copy.ts";

let root: string;
let path: string;
let folder: string;
const writers: DatabaseSync[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "database-copy-")));
  path = join(root, "store.db");
  folder = join(root, "cache");
});

afterEach(() => {
  closeWriters();
  rmSync(root, { recursive: true, force: true });
});

function closeWriters(): void {
  for (const writer of writers.splice(0)) writer.close();
}

function startWriter(): DatabaseSync {
  const writer = new DatabaseSync(path);
  writers.push(writer);
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE IF NOT EXISTS note (text TEXT)");
  return writer;
}

function write(writer: DatabaseSync, ...texts: string[]): void {
  for (const text of texts) writer.prepare("INSERT INTO note VALUES (?)").run(text);
}

function textsIn(copy: DatabaseCopy | null): string[] {
  const rows = copy?.all("SELECT text FROM note ORDER BY rowid") ?? [];
  copy?.close();
  return rows.map(({ text }) => String(text));
}

function looks(): unknown {
  return ["", "-wal", "-shm"].map((suffix) => {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path + suffix, { bigint: true });
    const hash = createHash("sha256")
      .update(readFileSync(path + suffix))
      .digest("hex");
    return { suffix, mtimeNs, ctimeNs, size, ino, hash };
  });
}

describe("a copy of a database that another program has open", () => {
  it("holds what was committed but not yet moved from the log, and leaves the original as it is", () => {
    const writer = startWriter();
    write(writer, "one");
    writer.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    write(writer, "two", "three");
    const before = looks();
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one", "two", "three"]);
    expect(looks()).toEqual(before);
    expect(readdirSync(root).toSorted()).toEqual(["cache", "store.db", "store.db-shm", "store.db-wal"]);
  });

  it("does not hold what is not committed", () => {
    const writer = startWriter();
    write(writer, "one");
    writer.exec("BEGIN");
    write(writer, "two");
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one"]);
    writer.exec("COMMIT");
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one", "two"]);
  });

  it("is made again whenever anything was written, however soon", () => {
    const writer = startWriter();
    const written: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      write(writer, `${count}`);
      written.push(`${count}`);
      if (count % 7 === 0) writer.exec(`PRAGMA wal_checkpoint(${count % 2 ? "TRUNCATE" : "RESTART"})`);
      expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(written);
    }
  });

  it("goes on being what it was while a newer one is made", () => {
    const writer = startWriter();
    write(writer, "one");
    const first = openDatabaseCopy(path, { folder });
    write(writer, "two");
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one", "two"]);
    expect(textsIn(first)).toEqual(["one"]);
  });

  it("is what one reader could have seen, whatever a writer does meanwhile", async () => {
    const script = join(root, "writer.mjs");
    writeFileSync(script, busyWriter);
    const child = spawn(process.execPath, [script, path], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    try {
      for (let count = 0; count < 40; count += 1) {
        const copy = openDatabaseCopy(path, { folder });
        const [row] = copy?.all("SELECT min(value) AS low, max(value) AS high, count(*) AS count FROM pair") ?? [];
        expect(copy?.all("PRAGMA quick_check")).toEqual([{ quick_check: "ok" }]);
        copy?.close();
        expect(row).toEqual({ low: row?.high, high: row?.high, count: 50 });
      }
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  });
});

/** Fifty rows that are always equal, changed together, with the log begun anew every few times. */
const busyWriter = `
import { DatabaseSync } from "node:sqlite";
const database = new DatabaseSync(process.argv[2]);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE pair (id INTEGER PRIMARY KEY, value INTEGER, filler TEXT)");
const filler = "x".repeat(1000);
database.exec("BEGIN");
for (let id = 0; id < 50; id += 1) database.prepare("INSERT INTO pair VALUES (?, 0, ?)").run(id, filler);
database.exec("COMMIT");
let value = 0;
process.stdout.write("ready", work);
function work() {
  value += 1;
  database.exec("BEGIN");
  database.prepare("UPDATE pair SET value = ?, filler = ?").run(value, filler + value);
  database.exec("COMMIT");
  if (value % 50 === 0) database.exec("PRAGMA wal_checkpoint(" + (value % 100 ? "RESTART" : "TRUNCATE") + ")");
  setTimeout(work, 2);
}
`;

describe("a copy of a database that nobody has open", () => {
  it("is made where a killed program left its log", () => {
    const writer = startWriter();
    write(writer, "one");
    const left = ["", "-wal"].map((suffix) => [suffix, readFileSync(path + suffix)] as const);
    closeWriters();
    for (const [suffix, bytes] of left) writeFileSync(path + suffix, bytes);
    rmSync(`${path}-shm`, { force: true });
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one"]);
    expect(readdirSync(root).toSorted()).toEqual(["cache", "store.db", "store.db-wal"]);
  });

  it("is made of a database without a log", () => {
    write(startWriter(), "one");
    closeWriters();
    expect(readdirSync(root)).toEqual(["store.db"]);
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one"]);
  });

  it("is null where there is none", () => {
    expect(openDatabaseCopy(join(root, "none.db"), { folder })).toBeNull();
    expect(() => openDatabaseCopy(root, { folder })).toThrow("is a folder");
  });

  it("throws what is wrong with a file that is no database, and takes a better one later", () => {
    writeFileSync(path, "this is not a database at all".repeat(100));
    expect(() => openDatabaseCopy(path, { folder })).toThrow(SessionError);
    expect(() => openDatabaseCopy(path, { folder })).toThrow(/store\.db cannot be read/);
    rmSync(path);
    write(startWriter(), "one");
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one"]);
  });

  it("throws for a question the database has no answer to", () => {
    write(startWriter(), "one");
    const copy = openDatabaseCopy(path, { folder });
    expect(() => copy?.all("SELECT * FROM nothing")).toThrow(SessionError);
    copy?.close();
  });
});

describe("what a copy leaves behind", () => {
  /** A copy of a database that was written a moment ago is not kept. */
  const settle = () => {
    while (Date.now() - statSync(path).mtimeMs < 150);
  };

  it("is one private file, kept for as long as the database itself does not change", () => {
    const writer = startWriter();
    write(writer, "one");
    writer.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    settle();
    textsIn(openDatabaseCopy(path, { folder }));
    const [own = ""] = readdirSync(folder);
    const kept = readdirSync(join(folder, own));
    expect(kept).toHaveLength(1);
    expect(statSync(join(folder, own)).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, own, kept[0] ?? "")).mode & 0o777).toBe(0o600);
    write(writer, "two");
    const held = openDatabaseCopy(path, { folder });
    expect(readdirSync(join(folder, own))).toEqual(kept);
    write(writer, "three");
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one", "two", "three"]);
    expect(textsIn(held)).toEqual(["one", "two"]);
    expect(readdirSync(join(folder, own))).toEqual(kept);
    writer.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    settle();
    expect(textsIn(openDatabaseCopy(path, { folder }))).toEqual(["one", "two", "three"]);
    expect(readdirSync(join(folder, own))).toHaveLength(1);
    expect(readdirSync(join(folder, own))).not.toEqual(kept);
  });

  it("is nothing where no folder can be made", () => {
    write(startWriter(), "one");
    writeFileSync(join(root, "blocked"), "");
    // Not the folder that other tests use at the same time.
    const temporary = join(root, "temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(textsIn(openDatabaseCopy(path, { folder: join(root, "blocked", "cache") }))).toEqual(["one"]);
    expect(readdirSync(temporary)).toEqual([]);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
  });
});
