import type { Library, Scope } from "../library.ts";
import type { statusSchema } from "../schema/acting.ts";
import type { Value } from "../schema/value.ts";
import { count, grouped } from "../text/count.ts";

/** Interrupted sessions that the status leaves out. */
export type NotShown = Value<typeof statusSchema>["notShown"];

/** Interrupted sessions that the status shows, the newest. */
export const mostInterrupted = 100;

export async function notShownIn(scope: Scope, library: Pick<Library, "list">): Promise<NotShown> {
  const { total, hidden } = await library.list({ scope, state: "interrupted", limit: 1 });
  const { byPerson, archived, subagents } = hidden;
  return { hidden: byPerson, archived, subagents, more: Math.max(0, total - mostInterrupted) };
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

/** The command that lists them. */
export function notShownCommand({ hidden, archived, subagents }: NotShown, isAll: boolean): string {
  return [
    "reprise list --state interrupted",
    ...(isAll ? ["--all"] : []),
    ...(hidden > 0 ? ["--hidden"] : []),
    ...(archived > 0 ? ["--archived"] : []),
    ...(subagents > 0 ? ["--subagents"] : []),
  ].join(" ");
}
