import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme, Tone } from "../../kernel/theme.ts";
import { fit } from "../../text/fit.ts";
import { rowsInView } from "../../widgets/scroll-lines.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { detailLines } from "./list/detail.ts";
import { emptyLines } from "./list/empty.ts";
import { footOf } from "./list/foot.ts";
import { headLines } from "./list/head.ts";
import { linesOfRow } from "./list/selection.ts";
import { type RowStyle, rowLine, snippetLine } from "./list/session-row.ts";
import { panelLines } from "./panel/panel-view.ts";
import { paneLines } from "./preview/pane.ts";
import type { PanePosition } from "./preview/pane-position.ts";
import { chosenSession, type State, shownRows } from "./state.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const layout = layoutOf(state, size);
  // A panel gets the keys and the clicks.
  const behind: Theme = state.panel ? unclickable(theme) : theme;
  const head = headLines(state, layout, columns, behind);
  const body = bodyLines(state, size, layout, theme);
  const foot = footOf(state, columns, layout.footHeight, theme);
  const lines = [...head, ...body, ...foot.lines].slice(0, rows);
  const cursor = foot.cursor === null ? null : { row: head.length + body.length, column: foot.cursor };
  return { lines, cursor: cursor && cursor.row < rows ? cursor : null };
}

/** The list with the details below it; a panel beside or below them, so that both stay visible. */
function bodyLines(state: State, size: Size, layout: Layout, theme: Theme): string[] {
  const { listHeight, detailHeight, listColumns } = layout;
  const height = listHeight + detailHeight;
  if (layout.pane) return withPane(state, layout, layout.pane, theme);
  const rows = padded(listAndDetails(state, layout, state.panel ? unclickable(theme) : theme), height);
  if (!state.panel || !layout.panel) return rows;
  const panel = panelLines(state.panel, state, layout.panel, theme);
  if (!layout.panel.isBeside) return [...rows, ...panel].slice(-size.rows);
  return rows.map((row, index) => {
    const beside = panel[index];
    return beside === undefined ? row : `${fit(row, listColumns)} ${beside}`;
  });
}

function withPane(state: State, layout: Layout, pane: PanePosition, theme: Theme): string[] {
  const rows = padded(listAndDetails(state, layout, theme), layout.listHeight);
  const lines = paneLines(state, pane, theme);
  if (!pane.isBeside) return [...rows, theme("dim", "─".repeat(pane.columns)), ...lines];
  const edge = theme("dim", " │ ");
  return rows.map((row, index) => `${fit(row, layout.listColumns)}${edge}${lines[index] ?? ""}`);
}

function listAndDetails(state: State, layout: Layout, theme: Theme): string[] {
  const { listHeight, detailHeight, listColumns } = layout;
  if (shownRows(state).length === 0) return emptyLines(state, listColumns);
  const session = chosenSession(state);
  const details = session ? detailLines(session, state, listColumns, detailHeight - 1) : [];
  // Rows of the previous list are dim until the new one arrives.
  const tones: Theme = state.list.isKnown ? theme : Object.assign((_: Tone, text: string) => theme("dim", text), theme);
  return [
    ...padded(listLines(state, listHeight, listColumns, tones), listHeight),
    ...padded(["", ...details.map((line) => theme("dim", line))], detailHeight),
  ];
}

function listLines(state: State, height: number, columns: number, theme: Theme): string[] {
  const rows = shownRows(state);
  const { scroll, search } = state;
  const style: RowStyle = { columns, theme, marker: search?.marker ?? null };
  const count = rowsInView(scroll.top, rows.length, height, linesOfRow(state));
  return rows.slice(scroll.top, scroll.top + count).flatMap((session, index) => {
    const hits = search?.found.hits.get(session.id);
    const line = rowLine(session, state, scroll.top + index, style);
    return hits ? [line, snippetLine(hits, scroll.top + index, style)] : [line];
  });
}

function unclickable(theme: Theme): Theme {
  return Object.assign((tone: Tone, text: string) => theme(tone, text), {
    hasColor: theme.hasColor,
    isClickable: false,
  });
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, index) => lines[index] ?? "");
}
