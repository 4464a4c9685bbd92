import type { ListQuery } from "@reprise/model";
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
  readonly hidden: { readonly subagents: string; readonly archived: string; readonly empty: string };
  /** Counted separately, in every workspace; null if the query asks for them. */
  readonly unreadable: { readonly where: string; readonly values: readonly SqlValue[] } | null;
}

/** Unreadable rows are counted as such, whatever else they are. */
export const isReadable = "state <> 'unreadable'";

export function selectionOf(
  query: ListQuery,
  among: {
    readonly homes: readonly Home[];
    /** Recorded folders of the project; null for all. */
    readonly workspaces: readonly string[] | null;
    readonly liveIds: readonly number[];
  },
): Selection {
  const conditions = ["role = 'main'"];
  const values: SqlValue[] = [];
  const add = (condition: string, ...more: SqlValue[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  add(
    `(${among.homes.map(() => "(agent = ? AND home = ?)").join(" OR ") || "0"})`,
    ...among.homes.flatMap(({ source, path }) => [source.agent, path]),
  );
  if (query.agent) add("agent = ?", query.agent);
  if (query.since) add("updatedAt >= ?", query.since);
  if (query.until) add("updatedAt < ?", query.until);
  const anywhere = { where: `${conditions.join(" AND ")} AND state = 'unreadable'`, values: [...values] };
  const unreadable = query.state === "unreadable" ? null : anywhere;
  if (among.workspaces && query.state !== "unreadable")
    add("workspace IN (SELECT value FROM json_each(?))", JSON.stringify(among.workspaces));
  const live = `id IN (${among.liveIds.join(", ")})`;
  if (query.state === "live") add(live);
  else if (query.state) add(`state = ? AND NOT ${live}`, query.state);
  return { where: conditions.join(" AND "), values, unreadable, ...visibility(query) };
}

/** Filtering by the state empty shows empty sessions. */
function visibility(query: ListQuery): Pick<Selection, "shown" | "hidden"> {
  const subagents = query.subagents ? "0" : "isSubagent";
  const archived = query.archived ? "0" : "isArchived";
  const empty = query.includeEmpty || query.state === "empty" ? "0" : "state = 'empty'";
  const readable = query.state === "unreadable" ? "1" : isReadable;
  return {
    shown: `${readable} AND NOT (${subagents} OR ${archived} OR ${empty})`,
    hidden: {
      subagents,
      archived: `(${archived} AND NOT ${subagents})`,
      empty: `(${empty} AND NOT (${subagents} OR ${archived}))`,
    },
  };
}
