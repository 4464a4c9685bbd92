import { type ListQuery, type Page, SessionError } from "@reprise/model";
import type { Database, SqlRow, SqlValue } from "../../host/database/database.ts";
import { shortHash } from "../short-hash.ts";
import { decodeCursor, encodeCursor, type PageEnd, type PageStart } from "./page-cursor.ts";
import { isReadable, mayBeHidden, type Selection } from "./selection.ts";
import { sessionColumns, sessionTables } from "./summarise.ts";

const defaultLimit = 20;

/** Newest first, then by id and home. */
export const newestFirst = "ORDER BY updatedAt DESC, agent, thread, home";

interface ListedRows extends Omit<Page, "sessions"> {
  readonly rows: readonly SqlRow[];
}

/** Every session in scope is on some page or counted in `hidden`, once. */
export function listRows(query: ListQuery, selection: Selection, database: Database): ListedRows {
  const limit = limitOf(query);
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, fingerprint(query));
  const rows = pageOf(selection, database, { after, count: limit + 1 });
  const counts = countsOf(selection, database);
  const [last, following] = rows.slice(limit - 1, limit + 1) as unknown as PageEnd[];
  return {
    rows: rows.slice(0, limit),
    next: last && following ? encodeCursor(fingerprint(query), last, following) : null,
    ...counts,
  };
}

function limitOf({ limit = defaultLimit }: ListQuery): number {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new SessionError("bad-use", `A page has at least one row, not ${limit}.`);
  return limit;
}

function pageOf(
  selection: Selection,
  database: Database,
  page: { after: PageStart | null; count: number },
): SqlRow[] {
  const values: SqlValue[] = [...selection.values];
  let where = `${selection.where} AND ${selection.shown}`;
  if (page.after) {
    const { updatedAt, row } = page.after;
    where += row
      ? " AND (updatedAt < ? OR (updatedAt = ? AND (agent, thread, home) > (?, ?, ?)))"
      : " AND updatedAt < ?";
    values.push(updatedAt, ...(row ? [updatedAt, row.agent, row.thread, row.home] : []));
  }
  // Ids first; the other columns are read for this page only.
  const ids = `SELECT id FROM rollout WHERE ${where} ${newestFirst} LIMIT ?`;
  return database
    .prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE rollout.id IN (${ids}) ${newestFirst}`)
    .all(...values, page.count);
}

/** Hidden rows are few and have their own index: count only those. */
function countsOf(selection: Selection, database: Database): Pick<Page, "total" | "hidden"> {
  const { values, hidden, unreadable } = selection;
  const where = unreadable ? `${selection.where} AND ${isReadable}` : selection.where;
  const counted = (condition: string, bound: readonly SqlValue[]) =>
    Number(database.prepare(`SELECT count(*) AS count FROM rollout WHERE ${condition}`).get(...bound)?.count);
  const all = counted(where, values);
  const row = database
    .prepare(
      `SELECT total(${hidden.subagents}) AS subagents, total(${hidden.archived}) AS archived, total(${hidden.empty}) AS empty
       FROM rollout WHERE ${mayBeHidden} AND ${where}`,
    )
    .get(...values);
  const count = (field: string) => Number(row?.[field] ?? 0);
  const [empty, subagents, archived] = [count("empty"), count("subagents"), count("archived")];
  return {
    total: all - empty - subagents - archived,
    hidden: {
      ...{ empty, subagents, archived },
      unreadable: unreadable ? counted(unreadable.where, unreadable.values) : 0,
    },
  };
}

/** The page size may change between pages. */
function fingerprint(query: ListQuery): string {
  const {
    scope,
    agent = null,
    state = null,
    since = null,
    until = null,
    includeEmpty = false,
    subagents = false,
    archived = false,
  } = query;
  const asked = JSON.stringify([
    scope === "all" ? null : scope.workspace,
    agent,
    state,
    since,
    until,
    includeEmpty,
    subagents,
    archived,
  ]);
  return shortHash(asked).slice(0, 8);
}
