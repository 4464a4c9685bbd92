import type { ListQuery, Scope, SessionSummary } from "@reprise/model";
import type { Task } from "./messages.ts";
import type { State } from "./state.ts";

/** Rows painted first: as many as fit on most screens. */
export const pageSize = 50;

export function scopeOf({ filters, here }: Pick<State, "filters" | "here">): Scope {
  return filters.isAll ? "all" : { workspace: here.cwd };
}

/** The query of the list, without a page. */
export function queryOf(state: Pick<State, "filters" | "here">): ListQuery {
  const { hasEmpty, hasSubagents, hasArchived, hasHidden, agent, state: sessionState } = state.filters;
  return {
    scope: scopeOf(state),
    includeEmpty: hasEmpty,
    subagents: hasSubagents,
    archived: hasArchived,
    includeHidden: hasHidden,
    ...(agent === null ? {} : { agent }),
    ...(sessionState === null ? {} : { state: sessionState }),
  };
}

/** The same in the order of the list. */
export function orderedQuery(state: Pick<State, "filters" | "here">): ListQuery {
  const { order } = state.filters;
  return order === "updated" ? queryOf(state) : { ...queryOf(state), order };
}

/** `through`: read at least up to this session. */
export function firstPage(query: ListQuery, epoch: number, through: SessionSummary | null): Task {
  return { do: "list", reach: "first", epoch, query: { ...query, limit: pageSize }, through, waitMs: 0 };
}
