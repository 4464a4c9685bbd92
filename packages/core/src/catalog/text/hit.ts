import { type Hit, sessionIdOf } from "@reprise/model";
import type { CandidateSession } from "./ranked-sessions.ts";
import type { SessionMatch } from "./session-search.ts";
import { titleTurn } from "./titles.ts";

/** The hit of a match; that of a title has no item. */
export function hitOf(
  { turn, item, snippet, marks, reach }: Omit<SessionMatch, "rank">,
  {
    session: { agent, thread, updatedAt },
    title,
    isWaiting,
  }: { readonly session: CandidateSession; readonly title: string; readonly isWaiting: boolean },
): Hit {
  const where =
    turn && item
      ? ({ turn: turn.number, item: item.id, kind: item.kind, at: item.at } as const)
      : ({ turn: titleTurn, item: "title", kind: "title", at: updatedAt } as const);
  return {
    session: sessionIdOf(agent, thread),
    title: title.slice(0, 200),
    ...where,
    isWaiting,
    snippet,
    marks,
    reach,
  };
}
