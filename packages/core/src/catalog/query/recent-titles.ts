import { type Agent, asThreadId, type SessionId, sessionIdOf } from "@reprise/model";
import { annotationsPath } from "../../annotations/annotation-file.ts";
import { AnnotationReader } from "../../annotations/annotation-reader.ts";
import { readDatabase } from "../../host/database/read-database.ts";
import type { Host } from "../../host/host.ts";
import { stateFolderOf } from "../../host/own-folders.ts";
import { catalogPath } from "../catalog-path.ts";
import { jsonIn, type Summary } from "../row.ts";
import { catalogVersion } from "../schema.ts";

export interface RecentTitle {
  readonly id: SessionId;
  readonly title: string;
}

const most = 200;

/** Sessions whose id starts so, newest first, as the catalog was left: reads no session, refreshes nothing. */
export function recentTitles(
  start: string,
  host: Pick<Host, "env" | "homeFolder" | "platform" | "files">,
): RecentTitle[] {
  const sql = `SELECT agent, thread, summary FROM rollout JOIN outline ON outline.id = rollout.id
    WHERE role = 'main' AND hasTurns = 1 AND isSubagent = 0 AND isArchived = 0
    AND (substr(agent || ':' || thread, 1, length(?1)) = ?1 OR substr(thread, 1, length(?1)) = ?1)
    ORDER BY updatedAt DESC LIMIT ${most}`;
  const rows = readDatabase(catalogPath(host), catalogVersion, { sql, values: [start] }) ?? [];
  const annotations = new AnnotationReader(annotationsPath(stateFolderOf(host)), host).read(() => {});
  return rows.flatMap((row) => {
    const id = sessionIdOf(row.agent as Agent, asThreadId(String(row.thread)));
    const { name, isHidden, isArchived } = annotations.of(id);
    return isHidden || isArchived ? [] : [{ id, title: name ?? titleOf(row.summary) }];
  });
}

function titleOf(summary: unknown): string {
  const { about, title } = jsonIn<Summary>(summary as string);
  return about.name ?? title ?? "";
}
