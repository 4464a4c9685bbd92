import type { Database } from "../host/database/database.ts";

/** All or nothing; other processes see the old state until it commits. */
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

/** SQLite rolls back by itself after some failures. */
function rollBack(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    return;
  }
}
