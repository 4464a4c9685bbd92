import { chmodSync, closeSync, constants, lstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openRegularFile } from "../files/open-file.ts";
import { makePrivateFolder } from "../own-folders.ts";
import { type DatabaseCondition, DatabaseSeal, sealPath } from "./database-seal.ts";
import { checkFiles, DatabaseError, type DatabaseFault, filesOf, sqlite } from "./sqlite.ts";

export { DatabaseError } from "./sqlite.ts";

export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

interface Statement {
  run(...values: readonly SqlValue[]): void;
  get(...values: readonly SqlValue[]): SqlRow | null;
  all(...values: readonly SqlValue[]): SqlRow[];
}

/** A small SQL store of our own. Every method throws `DatabaseError` and nothing else. */
export interface Database {
  readonly condition: DatabaseCondition;
  exec(sql: string): void;
  beginWriting(): void;
  /** Prepared once; the same text gives the same statement. */
  prepare(sql: string): Statement;
  close(): void;
}

export interface Databases {
  /** Opens or creates the store, readable by its owner only; in memory if the path is null. */
  open(path: string | null): Database;
  /** Removes the store and its side files. Processes that have it open keep their view. */
  remove(path: string): void;
}

/**
 * Waits up to ten seconds for another process that writes. Survives the death of any process; what a power cut may take
 * is the last writes, or a store that was just being made, which is then found to be broken and made again.
 * Few pages are held: the system holds them all, and a screen that stays open would keep what one search has read.
 */
const settings = `
PRAGMA busy_timeout = 10000;
PRAGMA page_size = 16384;
PRAGMA synchronous = OFF;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -4096;
`;

/** Limits statements with inlined values in a long-lived process. */
const mostStatements = 200;

export const nodeDatabases: Databases = {
  open(path) {
    return told(() => {
      const { DatabaseSync: Sqlite } = sqlite();
      if (path === null) return opened(new Sqlite(":memory:"), null);
      makePrivateFolder(dirname(path));
      checkFiles(path);
      makePrivate(path);
      const seal = new DatabaseSeal(path);
      return seal.opening((condition) => ({ ...opened(new Sqlite(path), seal), condition }));
    });
  },
  remove(path) {
    told(() => {
      for (const file of [...filesOf(path), sealPath(path)]) rmSync(file, { force: true });
    });
  },
};

function opened(database: DatabaseSync, seal: DatabaseSeal | null): Database {
  const statements = new Map<string, Statement>();
  try {
    told(() => database.exec(settings));
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    condition: "as-left",
    exec: (sql) => told(() => database.exec(sql)),
    beginWriting() {
      told(() => database.exec("BEGIN IMMEDIATE"));
      seal?.break();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const made = statementOf(told(() => database.prepare(sql)));
      if (statements.size >= mostStatements) statements.clear();
      statements.set(sql, made);
      return made;
    },
    close: () => told(() => (seal ? seal.closing(() => database.close()) : database.close())),
  };
}

function statementOf(statement: StatementSync): Statement {
  return {
    run(...values) {
      try {
        // Not `run`: it reads the last row id, which full-text search may set beyond a safe integer.
        statement.get(...values);
      } catch (error) {
        throw databaseError(error);
      }
    },
    get: (...values) => told(() => (statement.get(...values) as SqlRow | undefined) ?? null),
    all: (...values) => told(() => statement.all(...values) as SqlRow[]),
  };
}

function makePrivate(path: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  closeSync(openRegularFile(path, O_WRONLY | O_APPEND | O_CREAT));
  for (const file of filesOf(path)) closeToOthers(file);
}

/** Closes a file of ours to other users. */
function closeToOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return;
  if (found.uid === process.getuid?.()) chmodSync(path, 0o600);
}

function told<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof DatabaseError ? error : databaseError(error);
  }
}

function databaseError(error: unknown): DatabaseError {
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string };
  return new DatabaseError(faultOf(errcode), message ?? code ?? "unknown", error);
}

/** By SQLite's primary result codes. A statement that does not fit means that the tables are not ours. */
function faultOf(errcode: number | undefined): DatabaseFault {
  const primary = errcode === undefined ? -1 : errcode & 0xff;
  if (primary === 5 || primary === 6) return "busy";
  return [1, 11, 17, 26].includes(primary) ? "corrupt" : "unwritable";
}
