import type { Size } from "../../kernel/screen.ts";
import { noticesOf } from "./list/notices.ts";
import { type PanelPosition, panelPosition } from "./panel/panel-position.ts";
import { pageSize } from "./query.ts";
import type { State } from "./state.ts";

/** Lines of each part of the screen. */
export interface Layout {
  readonly noticeCount: number;
  readonly listHeight: number;
  readonly detailHeight: number;
  /** Status, actions and hints; the hints go first, then the status. */
  readonly footHeight: number;
  /** Width of the list and of the details. */
  readonly listColumns: number;
  readonly panel: PanelPosition | null;
}

export function layoutOf(state: State, { columns, rows }: Size): Layout {
  const footHeight = rows >= 9 ? 3 : rows >= 5 ? 2 : rows >= 3 ? 1 : 0;
  const noticeCount = Math.min(noticesOf(state).length, rows >= 16 ? 3 : rows >= 11 ? 1 : 0);
  const room = Math.max(1, rows - 1 - noticeCount - footHeight);
  const panel = state.panel && panelPosition(state.panel, state, { columns, height: room });
  const common = { noticeCount, footHeight, panel };
  if (panel && !panel.isBeside)
    return { ...common, listHeight: Math.max(1, room - panel.height), detailHeight: 0, listColumns: columns };
  const detailAtLeast = room >= 14 ? 3 : room >= 10 ? 2 : 0;
  const listHeight = Math.min(room - detailAtLeast, wantedHeight(state));
  const listColumns = panel ? columns - panel.columns - 1 : columns;
  return { ...common, listHeight, detailHeight: room - listHeight, listColumns };
}

/** A short list leaves its room to the details; a search does not resize it. */
function wantedHeight({ list, search }: State): number {
  const leastHeight = 3;
  if (search || (!list.isKnown && list.rows.length === 0)) return pageSize;
  return Math.max(leastHeight, Math.min(pageSize, list.total));
}
