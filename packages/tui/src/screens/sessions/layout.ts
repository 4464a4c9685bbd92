import type { Size } from "../../kernel/screen.ts";
import { noticesOf } from "./notices.ts";
import { pageSize } from "./query.ts";
import type { State } from "./state.ts";

/** How many lines each part of the screen has. */
export interface Layout {
  readonly noticeCount: number;
  readonly listHeight: number;
  readonly detailHeight: number;
  /** Of status, actions and hints, in that order of leaving: hints go first, then the status. */
  readonly footHeight: number;
}

export function layoutOf(state: State, { rows }: Size): Layout {
  const footHeight = rows >= 9 ? 3 : rows >= 5 ? 2 : rows >= 3 ? 1 : 0;
  const noticeCount = Math.min(noticesOf(state).length, rows >= 16 ? 3 : rows >= 11 ? 1 : 0);
  const room = Math.max(1, rows - 1 - noticeCount - footHeight);
  const detailAtLeast = room >= 10 ? 2 : 0;
  const listHeight = Math.min(room - detailAtLeast, wantedHeight(state));
  return { noticeCount, listHeight, detailHeight: room - listHeight, footHeight };
}

/** A short list leaves its room to what is known of the chosen session; a search does not make it jump. */
function wantedHeight({ list, search }: State): number {
  const leastHeight = 3;
  return search || !list.isKnown ? pageSize : Math.max(leastHeight, Math.min(pageSize, list.total));
}
