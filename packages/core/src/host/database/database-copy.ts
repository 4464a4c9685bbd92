import { type BigIntStats, linkSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SessionError } from "@reprise/model";
import { digestOf } from "../digest.ts";
import { copyFile } from "../files/copy-file.ts";
import { checkMissing, checkRegular, readStart } from "../files/open-file.ts";
import { unlessMissing } from "../files/unless-missing.ts";
import { makePrivateFolder } from "../own-folders.ts";
import type { SqlRow, SqlValue } from "./database.ts";
import { sqlite } from "./sqlite.ts";

/** A consistent copy of another program's database, with everything it had committed. */
export interface DatabaseCopy {
  /** Throws `SessionError("unreadable")` for what cannot be answered. */
  all(sql: string, ...values: readonly SqlValue[]): SqlRow[];
  close(): void;
}

interface Stamps {
  readonly store: string;
  readonly log: string;
  readonly storeMs: number;
  readonly newestMs: number;
}

interface Opened {
  readonly stamps: Stamps;
  readonly database: DatabaseSync;
  /** A change within the clock's resolution would not show in the stamps. */
  readonly isRacy: boolean;
  users: number;
}

const maxTries = 30;
/** Time resolution of file systems. */
const racyMs = 100;
const opened = new Map<string, Opened>();

/**
 * SQLite never sees the original: it would write beside it. The database and its write-ahead log are copied, the log
 * after the database, and a log that was begun anew in between means to copy again. So the copy is what some reader
 * could have seen. Null when there is no such file. Copies are made in `folder`, or where that cannot be, in a private
 * folder for temporary files; nothing but the copy of the database itself stays behind, for the next time.
 */
export function openDatabaseCopy(path: string, { folder }: { folder: string }): DatabaseCopy | null {
  try {
    const now = stampsOf(path);
    if (now === null) return null;
    checkDatabase(path);
    const before = opened.get(path);
    if (before && !before.isRacy && isSame(before.stamps, now)) return handleOf(before, path);
    opened.delete(path);
    if (before) release(before);
    const isFree = before === undefined || before.users === 0;
    const made = makeCopy(path, { ...privateFolder(folder, path), mayLink: isFree });
    if (made === null) return null;
    opened.set(path, made);
    return handleOf(made, path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Checked before copying: it may be a file of any kind and size. */
function checkDatabase(path: string): void {
  const start = readStart(path, 16).toString("latin1");
  if (start !== "" && start !== "SQLite format 3\0") throw new Error("file is not a database");
}

function handleOf(copy: Opened, path: string): DatabaseCopy {
  copy.users += 1;
  let isOpen = true;
  return {
    all(sql, ...values) {
      try {
        return copy.database.prepare(sql).all(...values) as SqlRow[];
      } catch (error) {
        throw unreadable(path, error);
      }
    },
    close() {
      if (isOpen) release(copy);
      isOpen = false;
    },
  };
}

function release(copy: Opened): void {
  copy.users -= 1;
  if (copy.users === 0) copy.database.close();
}

function makeCopy(path: string, place: CopyLocation): Opened | null {
  try {
    return tryCopies(path, place);
  } finally {
    if (place.isTemporary) removeOpened(place.folder);
  }
}

function tryCopies(path: string, place: CopyLocation): Opened | null {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (tries > 0) pause(tries);
    const startMs = Date.now();
    // Read before the stamps, so that they are no older than this log.
    const log = logHeader(`${path}-wal`);
    const stamps = stampsOf(path);
    if (stamps === null) return null;
    const folder = mkdtempSync(join(place.folder, "open-"));
    try {
      if (!copyInto(path, join(folder, "copy.db"), { stamps, log }, place)) continue;
      const database = openReadOnly(join(folder, "copy.db"));
      // The table of open copies counts as one user.
      return { stamps, database, isRacy: startMs - stamps.newestMs < racyMs, users: 1 };
    } finally {
      removeOpened(folder);
    }
  }
  throw new Error("it is being written without a pause");
}

/** SQLite keeps its open files, so nothing is left behind if this process dies. */
function removeOpened(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // If an open file cannot be removed, a later copy removes it.
  }
}

/** Avoids running in step with a periodic writer. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

interface Before {
  readonly stamps: Stamps;
  readonly log: string | null;
}

/** False: the log was restarted meanwhile, so the two files may not match. */
function copyInto(path: string, copy: string, before: Before, place: CopyLocation): boolean {
  const { stamps, log: logBefore } = before;
  const isKept = !place.isTemporary && copyStore(path, copy, stamps, place);
  if (!isKept) copyFile(path, copy);
  const logAfter = logHeader(`${path}-wal`);
  if (logAfter !== null) copyFile(`${path}-wal`, `${copy}-wal`);
  if (logHeader(`${copy}-wal`) !== logAfter || logHeader(`${path}-wal`) !== logAfter) return false;
  if (logAfter !== null && logAfter === logBefore) return true;
  // The log was empty: new entries are fine unless some were already moved into the database.
  const isSettled = logAfter === null || Date.now() - stamps.storeMs > racyMs;
  return logBefore === null && isSettled && stampsOf(path)?.store === stamps.store;
}

/** Only the log changes with every write: the copy of the database is reused while valid. */
function copyStore(path: string, copy: string, stamps: Stamps, place: CopyLocation): boolean {
  const kept = join(place.folder, `kept-${stamps.store}.db`);
  try {
    if (statSync(kept, { throwIfNoEntry: false }) === undefined) keepStore(path, kept, stamps, place.folder);
    if (place.mayLink) linkSync(kept, copy);
    else copyFile(kept, copy);
    return true;
  } catch {
    // No hard links, or another process saved a newer copy: use an own copy.
    return false;
  }
}

function keepStore(path: string, kept: string, stamps: Stamps, folder: string): void {
  const temporary = join(folder, `copying-${crypto.randomUUID()}.db`);
  try {
    copyFile(path, temporary);
    if (Date.now() - stamps.storeMs < racyMs || stampsOf(path)?.store !== stamps.store) return;
    renameSync(temporary, kept);
    for (const path of readdirSync(folder).map((name) => join(folder, name))) {
      if (path !== kept && isLeft(path)) rmSync(path, { recursive: true, force: true });
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** An older copy, or one left by a killed process. */
function isLeft(path: string): boolean {
  const hourMs = 3_600_000;
  if (basename(path).startsWith("kept-")) return true;
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > hourMs;
}

function openReadOnly(path: string): DatabaseSync {
  const { DatabaseSync: Sqlite } = sqlite();
  const database = new Sqlite(path, { readOnly: true });
  try {
    database.exec("PRAGMA temp_store = MEMORY; SELECT count(*) FROM sqlite_master");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The header has two numbers that change when the log restarts; null for an empty log. */
function logHeader(path: string): string | null {
  try {
    const bytes = readStart(path, 32);
    return bytes.length === 32 ? bytes.toString("hex") : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

interface CopyLocation {
  readonly folder: string;
  readonly isTemporary: boolean;
  /** Within a process, SQLite treats two links to one file as one database with one log. */
  readonly mayLink: boolean;
}

function privateFolder(folder: string, path: string): Omit<CopyLocation, "mayLink"> {
  const own = join(folder, digestOf(path).slice(0, 16));
  try {
    makePrivateFolder(folder);
    makePrivateFolder(own);
    rmSync(mkdtempSync(join(own, "open-")), { recursive: true });
    return { folder: own, isTemporary: false };
  } catch {
    // Without a cache folder the copy is made each time.
    return { folder: mkdtempSync(join(tmpdir(), "reprise-")), isTemporary: true };
  }
}

function stampsOf(path: string): Stamps | null {
  const store = unlessMissing(path, () => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (!store) {
    checkMissing(path);
    return null;
  }
  checkRegular(path, store);
  const log = unlessMissing(`${path}-wal`, () => statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false }));
  const storeMs = Number(store.mtimeMs);
  const newestMs = Math.max(storeMs, Number(log?.mtimeMs ?? 0n));
  return { store: stampOf(store), log: log ? stampOf(log) : "", storeMs, newestMs };
}

function stampOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size}-${mtimeNs}-${ino}`;
}

function isSame(a: Stamps, b: Stamps): boolean {
  return a.store === b.store && a.log === b.log;
}

function unreadable(path: string, cause: unknown): SessionError {
  if (cause instanceof SessionError) return cause;
  return new SessionError("unreadable", `${path} cannot be read: ${(cause as Error).message}.`, { cause });
}
