import type { Host } from "../../../host/host.ts";
import { existingHomes } from "../../reading/source.ts";
import { databasesIn, opencodeHomes, openDatabase } from "../read/locations.ts";
import { tablesIn } from "../read/tables.ts";

export interface FoundSession {
  /** The database it lies in. */
  readonly path: string;
  readonly messageIds: ReadonlySet<string>;
  readonly partIds: ReadonlySet<string>;
}

/** What OpenCode's stores hold of a session now; null when none has it. */
export function findSession(thread: string, host: Host): FoundSession | null {
  const paths = existingHomes(opencodeHomes(host), host).flatMap((home) => databasesIn(home, host));
  for (const path of paths) {
    const copy = openDatabase(path, host);
    if (copy === null) continue;
    try {
      const tables = tablesIn(copy);
      if (!["session", "message", "part"].every((table) => tables.has(table))) continue;
      if (copy.all("SELECT id FROM session WHERE id = ?", thread).length === 0) continue;
      const idsIn = (table: string) =>
        new Set(copy.all(`SELECT id FROM ${table} WHERE session_id = ?`, thread).map(({ id }) => String(id)));
      return { path, messageIds: idsIn("message"), partIds: idsIn("part") };
    } finally {
      copy.close();
    }
  }
  return null;
}
