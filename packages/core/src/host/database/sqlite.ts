import { chmodSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { irregularAt } from "../files/open-file.ts";

/** `corrupt`: what is there is not a store we can use. `busy`: others held it too long. `unwritable`: the machine refuses. */
export type DatabaseFault = "corrupt" | "busy" | "unwritable";

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, message: string, cause: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** Node before 24 calls its SQLite experimental on stderr, which is not ours to write to. */
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

/** SQLite opens each of these, and waits for ever on a named pipe. Throws `DatabaseError("corrupt")` for anything but files. */
export function checkFiles(path: string): void {
  for (const file of filesOf(path)) {
    const kind = irregularAt(file);
    if (kind !== null) throw new DatabaseError("corrupt", `${file} is ${kind}, not a regular file`, null);
  }
}

/** Null when another process has it and keeps it for longer than `waitMs`. The lock ends with the process, or when the store is closed. */
export function openExclusively(path: string, waitMs: number): DatabaseSync | null {
  checkFiles(path);
  const store = new (sqlite().DatabaseSync)(path);
  try {
    store.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE`);
    chmodSync(path, 0o600);
    return store;
  } catch (error) {
    store.close();
    // 5 is SQLITE_BUSY: somebody else has it.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === 5) return null;
    throw error;
  }
}
