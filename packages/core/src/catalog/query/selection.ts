import type { ListQuery, SessionState } from "@reprise/model";
import type { SqlValue } from "../../host/database/database.ts";
import type { Home } from "../rollout-lookup.ts";

/** Matches the index `rollout_hidden`. */
export const mayBeHidden = "(isSubagent = 1 OR isArchived = 1 OR state = 'empty')";

/** A query as conditions on `rollout`. */
export interface Selection {
  readonly where: string;
  readonly values: readonly SqlValue[];
  /** A session is hidden for the first reason that applies. */
  readonly shown: string;
  readonly hidden: Readonly<Record<"byPerson" | "subagents" | "archived" | "empty", string>>;
  /** Rows besides `mayBeHidden` that may be; null: none. */
  readonly annotated: string | null;
  /** Counted separately, in every workspace; null if the query asks for them. */
  readonly unreadable: { readonly where: string; readonly values: readonly SqlValue[] } | null;
}

/** Rows of annotated sessions. */
export interface AnnotatedRows {
  readonly hiddenIds: readonly number[];
  readonly archivedIds: readonly number[];
  /** With the tag of the query; null if it has none. */
  readonly taggedIds: readonly number[] | null;
}

const noneAnnotated: AnnotatedRows = { hiddenIds: [], archivedIds: [], taggedIds: null };

/** Unreadable rows are counted as such, whatever else they are. */
export const isReadable = "state <> 'unreadable'";

export function selectionOf(
  query: ListQuery,
  among: {
    readonly homes: readonly Home[];
    /** Recorded folders of the project; null for all. */
    readonly workspaces: readonly string[] | null;
    /** Rows whose state is not their log's. */
    readonly otherStates: ReadonlyMap<number, SessionState>;
    readonly annotated?: AnnotatedRows;
  },
): Selection {
  const conditions = ["role = 'main'"];
  const values: SqlValue[] = [];
  const add = (condition: string, ...more: SqlValue[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  add(...ofHomes(among.homes));
  if (query.agent) add("agent = ?", query.agent);
  if (query.since) add("updatedAt >= ?", query.since);
  if (query.until) add("updatedAt < ?", query.until);
  const { annotated = noneAnnotated } = among;
  if (annotated.taggedIds) add(isAmong(annotated.taggedIds));
  const anywhere = { where: `${conditions.join(" AND ")} AND state = 'unreadable'`, values: [...values] };
  const unreadable = query.state === "unreadable" ? null : anywhere;
  if (among.workspaces && query.state !== "unreadable")
    add("workspace IN (SELECT value FROM json_each(?))", JSON.stringify(among.workspaces));
  if (query.state) add(hasState(query.state, among.otherStates), query.state);
  return { where: conditions.join(" AND "), values, unreadable, ...visibility(query, annotated, among.otherStates) };
}

/** So many conditions in a row are refused by SQLite. */
const mostConditions = 500;

function ofHomes(homes: readonly Home[]): [condition: string, ...values: SqlValue[]] {
  const pairs = homes.map(({ source, path }) => [source.agent, path] as const);
  if (pairs.length <= mostConditions)
    return [`(${pairs.map(() => "(agent = ? AND home = ?)").join(" OR ") || "0"})`, ...pairs.flat()];
  return ["(agent, home) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))", JSON.stringify(pairs)];
}

/** Filtering by the state empty shows empty sessions. One whose prompt only our journal has is not empty. */
function visibility(
  query: ListQuery,
  { hiddenIds, archivedIds }: AnnotatedRows,
  others: ReadonlyMap<number, SessionState>,
): Pick<Selection, "shown" | "hidden" | "annotated"> {
  const byPerson = query.includeHidden || hiddenIds.length === 0 ? "0" : isAmong(hiddenIds);
  const subagents = query.subagents ? "0" : "isSubagent";
  const isArchived = archivedIds.length === 0 ? "isArchived" : `(isArchived OR ${isAmong(archivedIds)})`;
  const archived = query.archived ? "0" : isArchived;
  const prompted = [...others].flatMap(([id, state]) => (state === "open" ? [] : [id]));
  const isEmpty = `(state = 'empty' AND NOT ${isAmong(prompted)})`;
  const empty = query.includeEmpty || query.state === "empty" ? "0" : isEmpty;
  const readable = query.state === "unreadable" ? "1" : isReadable;
  const annotatedIds = [...hiddenIds, ...archivedIds];
  return {
    shown: `${readable} AND NOT (${byPerson} OR ${subagents} OR ${archived} OR ${empty})`,
    hidden: {
      byPerson,
      subagents: `(${subagents} AND NOT ${byPerson})`,
      archived: `(${archived} AND NOT (${byPerson} OR ${subagents}))`,
      empty: `(${empty} AND NOT (${byPerson} OR ${subagents} OR ${archived}))`,
    },
    annotated: annotatedIds.length === 0 ? null : isAmong(annotatedIds),
  };
}

function hasState(wanted: SessionState, others: ReadonlyMap<number, SessionState>): string {
  const inState = [...others].flatMap(([id, state]) => (state === wanted ? [id] : []));
  return `((state = ? AND NOT ${isAmong([...others.keys()])}) OR ${isAmong(inState)})`;
}

function isAmong(ids: readonly number[]): string {
  return `id IN (${ids.join(", ")})`;
}
