import type { Library, Scope } from "../library.ts";
import type { statusSchema } from "../schema/acting.ts";
import type { Value } from "../schema/value.ts";
import { cutOffStates } from "../session-state.ts";
import { count, grouped } from "../text/count.ts";

/** Sessions that were cut off and that the status leaves out. */
export type NotShown = Value<typeof statusSchema>["notShown"];

/** So many of each state the status shows, the newest. */
export const mostInterrupted = 100;

export async function notShownIn(scope: Scope, library: Pick<Library, "list">): Promise<NotShown> {
  const left = { hidden: 0, archived: 0, subagents: 0, more: 0 };
  for (const state of cutOffStates) {
    const { total, hidden } = await library.list({ scope, state, limit: 1 });
    left.hidden += hidden.byPerson;
    left.archived += hidden.archived;
    left.subagents += hidden.subagents;
    left.more += Math.max(0, total - mostInterrupted);
  }
  return left;
}

/** `1 hidden, 2 archived`; empty if nothing is left out. */
export function notShownWords({ hidden, archived, subagents, more }: NotShown): string {
  return [
    hidden > 0 ? `${grouped(hidden)} hidden` : null,
    archived > 0 ? `${grouped(archived)} archived` : null,
    subagents > 0 ? count(subagents, "sub-agent") : null,
    more > 0 ? `${grouped(more)} older` : null,
  ]
    .filter((words) => words !== null)
    .join(", ");
}

/** The command that lists them; parked ones have a filter of their own. */
export function notShownCommand({ hidden, archived, subagents }: NotShown, isAll: boolean): string {
  return [
    "reprise list --state interrupted",
    ...(isAll ? ["--all"] : []),
    ...(hidden > 0 ? ["--hidden"] : []),
    ...(archived > 0 ? ["--archived"] : []),
    ...(subagents > 0 ? ["--subagents"] : []),
  ]
    .join(" ")
    .concat(", or --state parked");
}
