import type { DatabaseCopy } from "../../../host/database/database-copy.ts";

/** Tables and columns to read: both vary by release. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

export function tablesIn(copy: DatabaseCopy): Tables {
  const rows = copy.all(
    `SELECT found.name AS tableName, field.name AS columnName
       FROM sqlite_master AS found JOIN pragma_table_info(found.name) AS field
      WHERE found.type = 'table' AND found.name IN ('session', 'message', 'part', 'session_message', 'session_input')`,
  );
  const tables = new Map<string, Set<string>>();
  for (const { tableName, columnName } of rows) {
    const columns = tables.get(String(tableName)) ?? new Set<string>();
    tables.set(String(tableName), columns.add(String(columnName)));
  }
  return tables;
}

const texts = ["id", "parent_id", "directory", "title", "version", "model", "permission", "revert"];
const numbers = ["time_created", "time_updated", "time_archived", "tokens_input", "tokens_output", "tokens_reasoning"];

/** Columns of `session` that this database has, cast to text or number whatever was stored. */
export function sessionColumns(tables: Tables): string {
  const known = tables.get("session");
  return [
    ...texts.filter((name) => known?.has(name)).map((name) => `CAST(${name} AS TEXT) AS ${name}`),
    ...numbers.filter((name) => known?.has(name)).map((name) => `CAST(${name} AS REAL) AS ${name}`),
  ].join(", ");
}
