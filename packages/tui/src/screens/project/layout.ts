import type { Size } from "../../kernel/screen.ts";
import { menuOf } from "./menu.ts";
import { isElsewhere, isWorking, type State } from "./state.ts";

/** Lines of each part of the screen, from top to bottom. */
export interface Layout {
  readonly picture: number;
  readonly history: number;
  readonly live: number;
  readonly menu: number;
  readonly foot: number;
}

export function layoutOf(state: State, { rows }: Size): Layout {
  const menu = menuHeight(state, rows);
  const isLive = isWorking(state) || isElsewhere(state) || state.phase === "paused";
  const live = isLive ? (rows >= 20 ? 2 : 1) : 0;
  const picture = rows >= 20 ? 3 : rows >= 12 ? 2 : rows >= 7 ? 1 : 0;
  const foot = rows >= 4 ? 1 : 0;
  const history = Math.max(1, rows - 1 - picture - live - menu - foot);
  return { picture, history, live, menu, foot };
}

/** With its title, one line each; on a small screen all on one line. */
function menuHeight(state: State, rows: number): number {
  const menu = menuOf(state);
  if (menu === null) return 0;
  return rows >= 14 ? menu.entries.length + 1 : 1;
}

/** The viewer brings a header and two lines at its foot, which are not shown. */
export const viewerFrame = 3;

export function viewerSize(state: State, size: Size): Size {
  return { columns: size.columns, rows: layoutOf(state, size).history + viewerFrame };
}
