import type { Size } from "../../../kernel/screen.ts";
import { bareTheme } from "../../../kernel/theme.ts";
import { activeAsk, waitingCount } from "../asking/ask.ts";
import type { AskPicture } from "../asking/body.ts";
import { layAsk } from "../asking/layout.ts";
import type { Reach } from "../asking/press.ts";
import type { LiveState } from "../state.ts";

/** The current request. */
export function askPicture({ asks, asking, view: { agent } }: LiveState): AskPicture | null {
  const ask = activeAsk(asks);
  if (!ask || !asking) return null;
  return { ask, asking, agent, waiting: waitingCount(asks) };
}

/** Maximum rows of a modal. A banner row may be above it. */
export function mostAskRows({ view: { journalProblem } }: LiveState, { rows }: Size): number {
  return Math.max(6, rows - 3 - (journalProblem === null ? 0 : 1));
}

export function askReach(state: LiveState, picture: AskPicture, size: Size): Reach {
  const { columns } = size;
  const isTooSmall = isTooSmallToAsk(size);
  return { ...layAsk(picture, columns, mostAskRows(state, size), bareTheme), columns, isTooSmall };
}

/** With fewer rows or columns, not even one row of the request is fully visible. */
export function isTooSmallToAsk({ columns, rows }: Size): boolean {
  return rows < 6 || columns < 8;
}
