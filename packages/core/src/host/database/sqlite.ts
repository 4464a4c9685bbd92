import { chmodSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { irregularAt } from "../files/open-file.ts";

/** `corrupt`: not a usable store. `busy`: locked by others for too long. `unwritable`: the system refuses. */
export type DatabaseFault = "corrupt" | "busy" | "unwritable";

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, message: string, cause: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** Node before 24 prints an experimental warning to stderr. */
export function sqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function filesOf(path: string): string[] {
  return ["", "-wal", "-shm", "-journal"].map((suffix) => path + suffix);
}

/** SQLite opens these and hangs on a named pipe. Throws `DatabaseError("corrupt")` for anything but files. */
export function checkFiles(path: string): void {
  for (const file of filesOf(path)) {
    const kind = irregularAt(file);
    if (kind !== null) throw new DatabaseError("corrupt", `${file} is ${kind}, not a regular file`, null);
  }
}

/** Null if another process keeps it longer than `waitMs`. The lock ends with the process or on close. */
export function openExclusively(path: string, waitMs: number): DatabaseSync | null {
  checkFiles(path);
  const store = new (sqlite().DatabaseSync)(path);
  try {
    // First: the journal gets the mode of the file.
    chmodSync(path, 0o600);
    store.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`);
    return store;
  } catch (error) {
    store.close();
    // 5 is SQLITE_BUSY.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === 5) return null;
    throw error;
  }
}

/** The file is there, and is no database. */
export function isDamage(error: unknown): boolean {
  const primary = ((error as { errcode?: number }).errcode ?? 0) % 256;
  return primary === 11 || primary === 26; // SQLITE_CORRUPT, SQLITE_NOTADB
}
