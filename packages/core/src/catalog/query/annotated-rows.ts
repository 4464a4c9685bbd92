import type { ListQuery } from "@reprise/model";
import { type AnnotationIndex, partsOf } from "../../annotations/annotation-reader.ts";
import type { Database } from "../../host/database/database.ts";
import type { AnnotatedRows } from "./selection.ts";

/** The rows of annotated sessions: as much work as there are annotations, however long the catalog. */
export function annotatedRows(
  { tag, includeHidden, archived }: Pick<ListQuery, "tag" | "includeHidden" | "archived">,
  annotations: AnnotationIndex,
  database: Database,
): AnnotatedRows {
  return {
    hiddenIds: includeHidden ? [] : idsOf(annotations.hidden, database),
    archivedIds: archived ? [] : idsOf(annotations.archived, database),
    taggedIds: tag === undefined ? null : idsOf(annotations.tagged(tag), database),
  };
}

/** Sessions of two homes may share an id. Without the hint, SQLite scans every main row for each. */
const rowsOf = `SELECT rollout.id FROM json_each(?) AS wanted CROSS JOIN rollout INDEXED BY rollout_thread
  ON rollout.thread = wanted.value ->> 1 AND rollout.agent = wanted.value ->> 0 WHERE role = 'main'`;

function idsOf(sessions: readonly string[], database: Database): number[] {
  if (sessions.length === 0) return [];
  const wanted = JSON.stringify(sessions.map(partsOf));
  return database
    .prepare(rowsOf)
    .all(wanted)
    .map(({ id }) => Number(id));
}
