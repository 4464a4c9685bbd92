import { type Database, DatabaseError } from "../host/database/database.ts";
import { mayBeHidden } from "./query/selection.ts";

/** Raise it with every change of a table or of a column's meaning: other versions are discarded. */
export const catalogVersion = 17;

/**
 * folder: what was located in each folder at the last refresh; the same marks mean that none of its rows is stale. With the same proof
 * (host/files/folder-proof.ts) it has the same entries; which of them a source takes is part of that, so raise the version with it, too.
 * run_folder, run: our journals, and when each of their folders last changed; what the latest run of a thread says about its state.
 * run_text: the texts of a run that only its journal has, as its journal was then; an empty list if there are none.
 * rollout: what lists are filtered and ordered by; threadBytes of a main file counts the earlier parts of its thread too. outline: the rest of a row, read for one page only.
 * title: title and recorded name of a row, folded; apart, since a search reads them all.
 * untold: rollouts whose words are not all in the index, and where to go on; null from the beginning.
 * revision: a number that grows with every transaction that changes rollout or run, whose rows have it; gone: sessions of which a row was
 * deleted. It starts with the time, so that a catalog that was made again goes on behind the one before.
 * usage: the figures of each turn in a file, counted when asked for, and where to go on; null: from the beginning.
 * passage, words: one row for each field of a turn, and the distinct words of it; the texts themselves are not stored.
 * vocabulary: the words of that index, to find those that contain a given text.
 */
const tables = `
CREATE TABLE folder (agent TEXT NOT NULL, home TEXT NOT NULL, folder TEXT NOT NULL, marks BLOB NOT NULL, proof TEXT, entries TEXT NOT NULL, PRIMARY KEY (agent, home, folder)) WITHOUT ROWID;
CREATE TABLE run_folder (folder TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE run (journal TEXT PRIMARY KEY, version TEXT NOT NULL, folder TEXT NOT NULL, agent TEXT, thread TEXT, startedAt TEXT, facts TEXT, revision INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE run_text (journal TEXT PRIMARY KEY, version TEXT NOT NULL, agent TEXT NOT NULL, thread TEXT NOT NULL, texts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rollout (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  path TEXT,
  agent TEXT NOT NULL,
  home TEXT NOT NULL,
  thread TEXT NOT NULL,
  rolloutId TEXT,
  version TEXT NOT NULL,
  sizeBytes INTEGER NOT NULL,
  threadBytes INTEGER NOT NULL,
  turnCount INTEGER NOT NULL,
  role TEXT NOT NULL,
  isArchived INTEGER NOT NULL,
  isSubagent INTEGER NOT NULL,
  isOpen INTEGER NOT NULL,
  hasTurns INTEGER NOT NULL,
  state TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  turnAt TEXT,
  workspace TEXT,
  cwd TEXT,
  gitUrl TEXT,
  gitCommit TEXT,
  bases TEXT,
  revision INTEGER NOT NULL
);
CREATE TABLE title (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE outline (
  id INTEGER PRIMARY KEY,
  summary TEXT NOT NULL,
  resume TEXT NOT NULL,
  decoderState TEXT NOT NULL,
  turnStarts BLOB NOT NULL,
  late BLOB NOT NULL
);
CREATE TABLE revision (number INTEGER NOT NULL);
INSERT INTO revision VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER));
CREATE TABLE gone (agent TEXT NOT NULL, thread TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (agent, thread)) WITHOUT ROWID;
CREATE TABLE usage (id INTEGER PRIMARY KEY, version TEXT NOT NULL, turns TEXT NOT NULL, place TEXT);
CREATE TABLE untold (id INTEGER PRIMARY KEY, place TEXT);
CREATE TABLE passage (id INTEGER PRIMARY KEY, rollout INTEGER NOT NULL, turn INTEGER NOT NULL, field INTEGER NOT NULL);
CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, words BLOB NOT NULL);
CREATE TABLE commit_seen (repository TEXT NOT NULL, mark TEXT NOT NULL, hash TEXT NOT NULL, isHere INTEGER NOT NULL, PRIMARY KEY (repository, mark, hash)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
INSERT INTO words (words, rank) VALUES ('hashsize', 16777216);
`;

const indexes = `
CREATE INDEX rollout_listed ON rollout (role, updatedAt DESC, agent, thread, home, state, isSubagent, isArchived, workspace);
CREATE INDEX rollout_by_size ON rollout (role, threadBytes DESC, updatedAt DESC, agent, thread, home);
CREATE INDEX rollout_by_turns ON rollout (role, turnCount DESC, updatedAt DESC, agent, thread, home);
CREATE INDEX rollout_thread ON rollout (thread);
CREATE INDEX run_folder_runs ON run (folder);
CREATE INDEX rollout_open ON rollout (agent, home) WHERE isOpen = 1 AND role = 'main';
CREATE INDEX rollout_workspace ON rollout (workspace) WHERE workspace IS NOT NULL AND role = 'main';
CREATE INDEX rollout_git ON rollout (gitUrl, workspace, gitCommit) WHERE gitUrl IS NOT NULL AND role = 'main';
CREATE INDEX rollout_hidden ON rollout (role, agent, home, isSubagent, isArchived, state, workspace) WHERE ${mayBeHidden};
CREATE INDEX rollout_unreadable ON rollout (agent, home) WHERE state = 'unreadable' AND role = 'main';
CREATE INDEX rollout_based ON rollout (id) WHERE bases IS NOT NULL;
CREATE INDEX rollout_revision ON rollout (revision);
CREATE INDEX run_revision ON run (revision);
CREATE INDEX gone_revision ON gone (revision);
CREATE INDEX passage_rollout ON passage (rollout);
`;

/** Throws `DatabaseError("corrupt")` if the seal does not match: SQLite detects broken pages, not changed rows. */
export function checkCatalog(database: Database): void {
  if (versionOf(database) !== catalogVersion) return;
  if (database.condition === "changed")
    throw new DatabaseError("corrupt", "something other than Reprise has changed it", null);
  if (database.condition !== "unclosed") return;
  const [row] = database.prepare("PRAGMA quick_check(1)").all();
  if (row?.quick_check !== "ok") throw new DatabaseError("corrupt", String(row?.quick_check), null);
}

/** Creates the tables, after emptying a catalog of another version. */
export function prepareSchema(database: Database): void {
  if (versionOf(database) === catalogVersion) return;
  database.beginWriting();
  // Another process may have done it first.
  if (versionOf(database) === catalogVersion) return database.exec("COMMIT");
  emptyDatabase(database);
  database.exec(`${tables}${indexes}PRAGMA user_version = ${catalogVersion}`);
  database.exec("COMMIT");
}

/** Call in a transaction. Drops all tables, ours or not. */
function emptyDatabase(database: Database): void {
  const virtual = database.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'").all();
  for (const { name } of virtual) database.exec(`DROP TABLE "${name}"`);
  const plain = database
    .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'table') AND name NOT LIKE 'sqlite_%'")
    .all();
  for (const { type, name } of plain) database.exec(`DROP ${type} "${name}"`);
}

/** Clears it for every process that has it open. */
export function clearCatalog(database: Database): void {
  database.beginWriting();
  database.exec("PRAGMA user_version = 0; COMMIT");
  prepareSchema(database);
}

function versionOf(database: Database): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}
