import { existsSync } from "node:fs";
import type { SqlRow, SqlValue } from "./database.ts";
import { sqlite } from "./sqlite.ts";

/** Reads a store of ours as it is: makes and changes nothing. Null if it is not there, busy or of another version. */
export function readDatabase(
  path: string,
  version: number,
  { sql, values }: { readonly sql: string; readonly values: readonly SqlValue[] },
): SqlRow[] | null {
  if (!existsSync(path)) return null;
  try {
    const { DatabaseSync: Sqlite } = sqlite();
    const database = new Sqlite(path, { readOnly: true });
    try {
      const found = database.prepare("PRAGMA user_version").get() as { user_version?: number } | undefined;
      if (found?.user_version !== version) return null;
      return database.prepare(sql).all(...values) as SqlRow[];
    } finally {
      database.close();
    }
  } catch {
    return null; // nothing depends on it
  }
}
