import type { StatusRow } from "../runner.ts";
import { isHeld } from "../session-state.ts";
import { exactLine } from "../text/exact-text.ts";

/** What a session does, or where it stopped; null where the list of unfinished work says the same with its outcome. */
export function doingLine({
  state,
  doing,
  unfinished,
}: Pick<StatusRow, "state" | "doing" | "unfinished">): string | null {
  if (doing === null) return null;
  if (state === "waiting") return `waiting for your answer: ${exactLine(doing.replace(/^waiting for approval: /, ""))}`;
  if (isHeld(state)) return `doing: ${exactLine(doing)}`;
  const isListed = unfinished.some(({ subject }) => doing.endsWith(`: ${subject}`) || doing.endsWith(`: $ ${subject}`));
  return isListed ? null : `stopped ${exactLine(doing)}`;
}
