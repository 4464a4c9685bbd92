import type { ListQuery, Scope } from "@reprise/model";
import type { Task } from "./messages.ts";
import type { State } from "./state.ts";

/** Rows painted first; a screen shows no more at once. */
export const pageSize = 20;

export function scopeOf({ filters, here }: Pick<State, "filters" | "here">): Scope {
  return filters.isAll ? "all" : { workspace: here.cwd };
}

/** The query of the list, without a page. */
export function queryOf(state: Pick<State, "filters" | "here">): ListQuery {
  const { hasEmpty, hasSubagents, hasArchived, agent, state: sessionState } = state.filters;
  return {
    scope: scopeOf(state),
    includeEmpty: hasEmpty,
    subagents: hasSubagents,
    archived: hasArchived,
    ...(agent === null ? {} : { agent }),
    ...(sessionState === null ? {} : { state: sessionState }),
  };
}

export function firstPage(query: ListQuery, epoch: number): Task {
  return { do: "list", reach: "first", epoch, query: { ...query, limit: pageSize }, waitMs: 0 };
}
