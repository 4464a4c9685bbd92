import { listOrders, sessionStates } from "@reprise/model";
import { type Filters, plainFilters } from "./filters.ts";

/** What the list of sessions is narrowed to. */
export interface ListWish {
  readonly search: string;
  readonly filters: Filters;
}

const included = {
  empty: "hasEmpty",
  subagents: "hasSubagents",
  archived: "hasArchived",
  hidden: "hasHidden",
} as const satisfies Readonly<Record<string, keyof Filters>>;

/** For the address of the list; null: everything, in the usual order. */
export function addressOfList({ search, filters }: ListWish): string | null {
  const query = new URLSearchParams();
  const { isAll, agent, state, order } = filters;
  if (search !== "") query.set("q", search);
  if (!isAll) query.set("scope", "project");
  if (agent !== null) query.set("agent", agent);
  if (state !== null) query.set("state", state);
  if (order !== plainFilters.order) query.set("order", order);
  for (const [name, field] of Object.entries(included)) if (filters[field]) query.append("with", name);
  return query.size === 0 ? null : query.toString();
}

/** The opposite; what it does not know is as usual. */
export function listWishIn(address: string): ListWish {
  const query = new URLSearchParams(address);
  const shown = query.getAll("with");
  const has = (name: keyof typeof included) => shown.includes(name);
  return {
    search: query.get("q") ?? "",
    filters: {
      isAll: query.get("scope") !== "project",
      agent: query.get("agent"),
      state: sessionStates.find((state) => state === query.get("state")) ?? null,
      order: listOrders.find((order) => order === query.get("order")) ?? plainFilters.order,
      hasEmpty: has("empty"),
      hasSubagents: has("subagents"),
      hasArchived: has("archived"),
      hasHidden: has("hidden"),
    },
  };
}
