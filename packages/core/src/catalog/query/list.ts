import { type ListQuery, type Page, SessionError, tagKey } from "@reprise/model";
import type { Database, SqlRow, SqlValue } from "../../host/database/database.ts";
import { shortHash } from "../short-hash.ts";
import type { PageEnd } from "./page-cursor.ts";
import { orderOf, type RowOrder, type RowsAfter } from "./row-order.ts";
import { isReadable, mayBeHidden, type Selection } from "./selection.ts";
import { sessionColumns, sessionTables } from "./summarise.ts";

const defaultLimit = 20;

interface ListedRows extends Omit<Page, "sessions"> {
  readonly rows: readonly SqlRow[];
}

/** Every session in scope is on some page or counted in `hidden`, once. */
export function listRows(query: ListQuery, selection: Selection, database: Database): ListedRows {
  const limit = limitOf(query);
  const order = orderOf(query);
  const after = query.cursor === undefined ? null : order.decode(query.cursor, fingerprint(query));
  const rows = pageOf(selection, database, { order, after, count: limit + 1 });
  const counts = countsOf(selection, database);
  const [last, following] = rows.slice(limit - 1, limit + 1) as unknown as PageEnd[];
  return {
    rows: rows.slice(0, limit),
    next: last && following ? order.encode(fingerprint(query), last, following) : null,
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
  page: { order: RowOrder; after: RowsAfter | null; count: number },
): SqlRow[] {
  const { by } = page.order;
  const after = page.after ?? { where: "1", values: [] };
  const where = `${selection.where} AND ${selection.shown} AND ${after.where}`;
  // Ids first; the other columns are read for this page only.
  const ids = `SELECT id FROM rollout WHERE ${where} ${by} LIMIT ?`;
  return database
    .prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE rollout.id IN (${ids}) ${by}`)
    .all(...selection.values, ...after.values, page.count);
}

const reasons = ["byPerson", "subagents", "archived", "empty"] as const;

/** Hidden rows are few and have their own index, or are named by their ids: count only those. */
function countsOf(selection: Selection, database: Database): Pick<Page, "total" | "hidden"> {
  const { values, hidden, unreadable, annotated } = selection;
  const where = unreadable ? `${selection.where} AND ${isReadable}` : selection.where;
  const counted = (condition: string, bound: readonly SqlValue[]) =>
    Number(database.prepare(`SELECT count(*) AS count FROM rollout WHERE ${condition}`).get(...bound)?.count);
  const sums = reasons.map((reason) => `total(${hidden[reason]}) AS ${reason}`).join(", ");
  const sumsOf = (condition: string) =>
    database.prepare(`SELECT ${sums} FROM rollout WHERE ${condition} AND ${where}`).get(...values);
  const all = counted(where, values);
  const rows = [mayBeHidden, ...(annotated ? [`${annotated} AND NOT ${mayBeHidden}`] : [])].map(sumsOf);
  const countOf = (reason: string) => rows.reduce((sum, row) => sum + Number(row?.[reason] ?? 0), 0);
  const [byPerson, subagents, archived, empty] = reasons.map(countOf) as [number, number, number, number];
  return {
    total: all - byPerson - subagents - archived - empty,
    hidden: {
      empty,
      subagents,
      archived,
      byPerson,
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
    includeHidden = false,
    tag = null,
    order = "updated",
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
    includeHidden,
    tag === null ? null : tagKey(tag),
    order,
  ]);
  return shortHash(asked).slice(0, 8);
}
