import type { Agent, ListQuery, SessionState } from "@reprise/model";

export interface Filters {
  readonly isAll: boolean;
  readonly agent: Agent | null;
  readonly state: SessionState | null;
  readonly hasEmpty: boolean;
  readonly hasSubagents: boolean;
  readonly hasArchived: boolean;
  readonly hasHidden: boolean;
  readonly order: NonNullable<ListQuery["order"]>;
}

export const plainFilters: Filters = {
  isAll: true,
  agent: null,
  state: null,
  hasEmpty: false,
  hasSubagents: false,
  hasArchived: false,
  hasHidden: false,
  order: "updated",
};

/** Without a page. */
export function queryOf(filters: Filters, folder: string): ListQuery {
  const { isAll, agent, state, hasEmpty, hasSubagents, hasArchived, hasHidden, order } = filters;
  return {
    scope: isAll ? "all" : { workspace: folder },
    includeEmpty: hasEmpty,
    subagents: hasSubagents,
    archived: hasArchived,
    includeHidden: hasHidden,
    ...(order === "updated" ? {} : { order }),
    ...(agent === null ? {} : { agent }),
    ...(state === null ? {} : { state }),
  };
}

/** Only some agent or state is shown; what is hidden by default does not count. */
export function isNarrowed({ agent, state }: Filters): boolean {
  return agent !== null || state !== null;
}
