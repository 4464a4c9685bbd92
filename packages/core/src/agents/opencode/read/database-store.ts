import { tryParseJson } from "@reprise/model";
import type { SqlRow } from "../../../host/database/database.ts";
import type { DatabaseCopy } from "../../../host/database/database-copy.ts";
import { inOrder, type SessionStore, type StoredMessage, type StoredSession } from "./session-store.ts";
import { sessionColumns, type Tables, tablesIn } from "./tables.ts";

/** `close` closes the copy. */
export function databaseStore(copy: DatabaseCopy, id: string): SessionStore {
  const tables = tablesIn(copy);
  return {
    session() {
      const [row] = copy.all(`SELECT ${sessionColumns(tables)} FROM session WHERE id = ?`, id);
      return row ? { ...sessionOf(row), latestMs: latestIn(copy, id, tables) } : null;
    },
    messages: () =>
      [...withParts(copy, id, tables), ...selfContained(copy, id, tables), ...waiting(copy, id, tables)].toSorted(
        inOrder,
      ),
    message({ id: message, type }) {
      const [table, column] = sourceOf(type);
      const [row] = copy.all(`SELECT CAST(${column} AS TEXT) AS text FROM ${table} WHERE id = ?`, message);
      return row ? { id: message, text: String(row.text) } : null;
    },
    parts({ id: message, type }) {
      if (type !== null) return [];
      const rows = copy.all(
        "SELECT id, CAST(data AS TEXT) AS text FROM part WHERE message_id = ? ORDER BY id",
        message,
      );
      return rows.map((row) => ({ id: String(row.id), text: String(row.text) }));
    },
    close: () => copy.close(),
  };
}

export function sessionOf(row: SqlRow): StoredSession {
  const tokens = [row.tokens_input, row.tokens_output, row.tokens_reasoning].map((count) => numberIn(count) ?? 0);
  return {
    id: String(row.id),
    parent: textIn(row.parent_id),
    directory: textIn(row.directory),
    title: textIn(row.title) ?? "",
    version: textIn(row.version),
    createdMs: numberIn(row.time_created),
    updatedMs: numberIn(row.time_updated),
    latestMs: numberIn(row.time_updated),
    archivedMs: numberIn(row.time_archived),
    model: jsonIn(row.model),
    permission: jsonIn(row.permission),
    revert: jsonIn(row.revert),
    tokens: tokens.reduce((sum, count) => sum + count, 0) || null,
  };
}

/** The session's time does not change while a message is written. */
function latestIn(copy: DatabaseCopy, id: string, tables: Tables): number | null {
  const times = ["session", "message", "part", "session_message"].flatMap((table) => {
    if (!tables.get(table)?.has("time_updated")) return [];
    const [row] = copy.all(
      `SELECT CAST(max(time_updated) AS REAL) AS latest FROM ${table} WHERE ${table === "session" ? "id" : "session_id"} = ?`,
      id,
    );
    return numberIn(row?.latest) ?? [];
  });
  return times.length === 0 ? null : Math.max(...times);
}

function sourceOf(type: string | null): readonly [string, string] {
  if (type === null) return ["message", "data"];
  return type === "waiting" ? ["session_input", "prompt"] : ["session_message", "data"];
}

function withParts(copy: DatabaseCopy, id: string, tables: Tables): StoredMessage[] {
  if (!tables.has("message") || !tables.has("part")) return [];
  const counts = new Map(
    copy
      .all("SELECT message_id, count(*) AS count FROM part WHERE session_id = ? GROUP BY message_id", id)
      .map((row) => [String(row.message_id), Number(row.count)]),
  );
  const rows = copy.all("SELECT id, CAST(time_created AS REAL) AS created FROM message WHERE session_id = ?", id);
  return rows.map((row) => messageOf(row, { partCount: counts.get(String(row.id)) ?? 0, type: null }));
}

/** If both tables have it, the older one wins. */
function selfContained(copy: DatabaseCopy, id: string, tables: Tables): StoredMessage[] {
  const columns = tables.get("session_message");
  if (!columns) return [];
  const isNews = tables.has("message")
    ? "AND time_created > coalesce((SELECT max(time_created) FROM message WHERE session_id = ?1), -1)"
    : "";
  const seq = columns.has("seq") ? "CAST(seq AS REAL)" : "0";
  const rows = copy.all(
    `SELECT id, type, CAST(time_created AS REAL) AS created, ${seq} AS seq FROM session_message WHERE session_id = ?1 ${isNews}`,
    id,
  );
  return rows.map((row) => messageOf(row, { partCount: 0, type: String(row.type) }));
}

/** Queued prompts, not sent yet. */
function waiting(copy: DatabaseCopy, id: string, tables: Tables): StoredMessage[] {
  if (!tables.get("session_input")?.has("promoted_seq")) return [];
  const rows = copy.all(
    "SELECT id, CAST(time_created AS REAL) AS created FROM session_input WHERE session_id = ? AND promoted_seq IS NULL",
    id,
  );
  return rows.map((row) => messageOf(row, { partCount: 0, type: "waiting" }));
}

function messageOf(row: SqlRow, more: { partCount: number; type: string | null }): StoredMessage {
  return { id: String(row.id), createdMs: numberIn(row.created) ?? 0, seq: numberIn(row.seq) ?? 0, ...more };
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberIn(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function jsonIn(value: unknown): unknown {
  return typeof value === "string" ? (tryParseJson(value) ?? null) : null;
}
