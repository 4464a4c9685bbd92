import type { Size } from "../../kernel/screen.ts";
import { bareTheme } from "../../kernel/theme.ts";
import { activeAsk, waitingCount } from "./asking/ask.ts";
import type { AskPicture } from "./asking/body.ts";
import { layAsk } from "./asking/layout.ts";
import type { Reach } from "./asking/press.ts";
import type { LiveState } from "./state.ts";
import { itemNamed } from "./transcript/transcript.ts";

/** What is asked now, with the item it is about. */
export function askPicture({ asks, asking, agent, transcript }: LiveState): AskPicture | null {
  const ask = activeAsk(asks);
  if (!ask || !asking) return null;
  const name = ask.kind === "request" ? ask.request.item : null;
  const item = name === null ? null : itemNamed(transcript, name);
  return { ask, asking, agent, waiting: waitingCount(asks), item };
}

/** The most rows of a modal. A row of a banner may stand above it. */
export function mostAskRows({ journalProblem }: LiveState, { rows }: Size): number {
  return Math.max(6, rows - 3 - (journalProblem === null ? 0 : 1));
}

export function askReach(state: LiveState, picture: AskPicture, size: Size): Reach {
  const { columns } = size;
  return { ...layAsk(picture, columns, mostAskRows(state, size), bareTheme), columns };
}
