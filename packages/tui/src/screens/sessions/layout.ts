import type { Size } from "../../kernel/screen.ts";
import { type Notice, noticeLines } from "./list/notices.ts";
import { type PanelPosition, panelPosition } from "./panel/panel-position.ts";
import { enoughRows, type PanePosition, panePosition } from "./preview/pane-position.ts";
import { type State, shownRows } from "./state.ts";

/** Lines of each part of the screen. */
export interface Layout {
  readonly notices: readonly (readonly Notice[])[];
  readonly listHeight: number;
  /** Below the list, with a line that separates them. */
  readonly detailHeight: number;
  /** Status, actions and hints; the hints go first, then the status. */
  readonly footHeight: number;
  /** Width of the list and of the details. */
  readonly listColumns: number;
  readonly panel: PanelPosition | null;
  /** The preview, with the details; null if it is not shown. */
  readonly pane: PanePosition | null;
}

/** Every fact of a session, and the line above them. */
const wholeDetail = 11;

export function layoutOf(state: State, { columns, rows }: Size): Layout {
  const footHeight = rows >= 9 ? 3 : rows >= 5 ? 2 : rows >= 3 ? 1 : 0;
  const notices = noticeLines(state, columns, rows >= 30 ? 3 : rows >= 24 ? 2 : rows >= 11 ? 1 : 0);
  const room = Math.max(1, rows - 1 - notices.length - footHeight);
  const panel = state.panel && panelPosition(state.panel, state, { columns, height: room });
  const pane = hasPane(state) ? panePosition({ columns, rows }, { room, listRows: listRows(state) }) : null;
  const common = { notices, footHeight, panel, pane };
  if (pane) {
    const listHeight = pane.isBeside ? room : room - pane.height - 1;
    const listColumns = pane.isBeside ? columns - pane.columns - 3 : columns;
    return { ...common, listHeight, listColumns, detailHeight: 0 };
  }
  if (panel && !panel.isBeside)
    return { ...common, listHeight: Math.max(1, room - panel.height), detailHeight: 0, listColumns: columns };
  const detailHeight = detailHeightIn(room, state);
  const listColumns = panel ? columns - panel.columns - 1 : columns;
  return { ...common, listHeight: room - detailHeight, detailHeight, listColumns };
}

/** A panel takes its place. */
function hasPane(state: State): boolean {
  return state.preview.isOn && state.panel === null && shownRows(state).length > 0;
}

/** Grows where the list has enough rows or needs fewer; the same for every session. */
function detailHeightIn(room: number, state: State): number {
  const atLeast = room >= 14 ? 3 : room >= 10 ? 2 : 0;
  return Math.max(atLeast, Math.min(wholeDetail, room - listRows(state)));
}

/** Rows that the list keeps before anything below it grows; a search does not resize it. */
export function listRows({ list, search }: State): number {
  const isShort = list.isKnown && search === null;
  return isShort ? Math.min(enoughRows, Math.max(5, list.total)) : enoughRows;
}
