import type { SqlRow } from "../../host/database.ts";
import type { DatabaseCopy } from "../../host/database-copy.ts";
import { inOrder, type SessionStore, type StoredMessage, type StoredSession } from "./store.ts";

const sessionColumns = [
  "id",
  "parent_id",
  "directory",
  "title",
  "version",
  "time_created",
  "time_updated",
  "time_archived",
  "model",
  "permission",
  "revert",
  "tokens_input",
  "tokens_output",
  "tokens_reasoning",
];

/** The tables of a database and their columns: both have grown from release to release. */
export function tablesIn(copy: DatabaseCopy): ReadonlyMap<string, ReadonlySet<string>> {
  const names = copy
    .all("SELECT name FROM sqlite_master WHERE type = 'table'")
    .map(({ name }) => String(name));
  return new Map(
    names.map((table) => {
      const columns = copy
        .all("SELECT name FROM pragma_table_info(?)", table)
        .map(({ name }) => String(name));
      return [table, new Set(columns)] as const;
    }),
  );
}

/** The columns of `session` that are read, as far as this database has them. */
export function sessionColumnsIn(copy: DatabaseCopy): string {
  const known = tablesIn(copy).get("session");
  return sessionColumns.filter((column) => known?.has(column)).join(", ");
}

/** One session of a database. `close` closes the copy. */
export function databaseStore(copy: DatabaseCopy, id: string): SessionStore {
  const tables = tablesIn(copy);
  return {
    session() {
      const [row] = copy.all(`SELECT ${sessionColumnsIn(copy)} FROM session WHERE id = ?`, id);
      return row ? sessionOf(row) : null;
    },
    messages: () => [...withParts(copy, id, tables), ...selfContained(copy, id, tables)].toSorted(inOrder),
    message({ id: message, type }) {
      const table = type === null ? "message" : "session_message";
      const [row] = copy.all(`SELECT data FROM ${table} WHERE id = ?`, message);
      return row ? { id: message, text: String(row.data) } : null;
    },
    parts({ id: message, type }) {
      if (type !== null) return [];
      const rows = copy.all("SELECT id, data FROM part WHERE message_id = ? ORDER BY id", message);
      return rows.map((row) => ({ id: String(row.id), text: String(row.data) }));
    },
    close: () => copy.close(),
  };
}

export function sessionOf(row: SqlRow): StoredSession {
  const tokens = [row.tokens_input, row.tokens_output, row.tokens_reasoning].map(
    (count) => numberIn(count) ?? 0,
  );
  return {
    id: String(row.id),
    parent: textIn(row.parent_id),
    directory: textIn(row.directory),
    title: textIn(row.title) ?? "",
    version: textIn(row.version),
    createdMs: numberIn(row.time_created),
    updatedMs: numberIn(row.time_updated),
    archivedMs: numberIn(row.time_archived),
    model: jsonIn(row.model),
    permission: jsonIn(row.permission),
    revert: jsonIn(row.revert),
    tokens: tokens.reduce((sum, count) => sum + count, 0) || null,
  };
}

type Tables = ReturnType<typeof tablesIn>;

function withParts(copy: DatabaseCopy, id: string, tables: Tables): StoredMessage[] {
  if (!tables.has("message") || !tables.has("part")) return [];
  const counts = new Map(
    copy
      .all("SELECT message_id, count(*) AS count FROM part WHERE session_id = ? GROUP BY message_id", id)
      .map((row) => [String(row.message_id), Number(row.count)]),
  );
  return copy.all("SELECT id, time_created FROM message WHERE session_id = ?", id).map((row) => ({
    id: String(row.id),
    createdMs: Number(row.time_created),
    partCount: counts.get(String(row.id)) ?? 0,
    type: null,
  }));
}

/** A conversation may be kept in both ways: what the older one holds is not told again from the newer one. */
function selfContained(copy: DatabaseCopy, id: string, tables: Tables): StoredMessage[] {
  if (!tables.has("session_message")) return [];
  const isTold = tables.has("message")
    ? "AND time_created > coalesce((SELECT max(time_created) FROM message WHERE session_id = ?1), -1)"
    : "";
  const rows = copy.all(
    `SELECT id, type, time_created FROM session_message WHERE session_id = ?1 ${isTold}`,
    id,
  );
  return rows.map((row) => ({
    id: String(row.id),
    createdMs: Number(row.time_created),
    partCount: 0,
    type: String(row.type),
  }));
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function jsonIn(value: unknown): unknown {
  if (typeof value !== "string") return null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
