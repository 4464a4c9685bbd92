import type { Database } from "../host/database/database.ts";

/** All or nothing; other processes read what was there before until it is done. */
export function inTransaction<T>(database: Database, act: () => T): T {
  database.beginWriting();
  try {
    const result = act();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** After some failures SQLite has already done so: then there is nothing left to undo. */
function rollBack(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    return;
  }
}
