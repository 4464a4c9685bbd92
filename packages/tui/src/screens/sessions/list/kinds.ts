import type { Hidden } from "@reprise/model";
import { count, grouped } from "../../../text/count.ts";
import type { Filters } from "../state.ts";

/** A kind of session that the default list leaves out and counts. */
export interface Kind {
  readonly kind: Exclude<keyof Hidden, "unreadable">;
  readonly filter: "hasEmpty" | "hasSubagents" | "hasArchived" | "hasHidden";
  readonly label: string;
  words(number: number): string;
}

export const kinds: readonly Kind[] = [
  {
    kind: "empty",
    filter: "hasEmpty",
    label: "without messages",
    words: (number) => `${grouped(number)} without messages`,
  },
  {
    kind: "subagents",
    filter: "hasSubagents",
    label: "sub-agents",
    words: (number) => count(number, "sub-agent"),
  },
  {
    kind: "archived",
    filter: "hasArchived",
    label: "archived",
    words: (number) => `${grouped(number)} archived`,
  },
  {
    kind: "byPerson",
    filter: "hasHidden",
    label: "hidden",
    words: (number) => `${grouped(number)} hidden`,
  },
];

/** Lists every kind, or none of them if all are listed. */
export function toggleKinds(filters: Filters): Filters {
  const isShown = !kinds.every(({ filter }) => filters[filter]);
  return { ...filters, ...Object.fromEntries(kinds.map(({ filter }) => [filter, isShown])) };
}
