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
import { chosenSession, type State, shownRows } from "./state.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const layout = layoutOf(state, size);
  const head = headLines(state, layout, columns, theme);
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
  const rows = padded(listAndDetails(state, layout, theme), height);
  if (!state.panel || !layout.panel) return rows;
  const panel = panelLines(state.panel, state, layout.panel, theme);
  if (!layout.panel.isBeside) return [...rows, ...panel].slice(-size.rows);
  return rows.map((row, index) => {
    const beside = panel[index];
    return beside === undefined ? row : `${fit(row, listColumns)} ${beside}`;
  });
}

function listAndDetails(state: State, layout: Layout, theme: Theme): string[] {
  const { listHeight, detailHeight, listColumns } = layout;
  if (shownRows(state).length === 0) return emptyLines(state, listColumns);
  const session = chosenSession(state);
  const details = session ? detailLines(session, state, listColumns, detailHeight - 1) : [];
  // Rows of the previous list are dim until the new one arrives.
  const tones: Theme = state.list.isKnown
    ? theme
    : Object.assign((_: Tone, text: string) => theme("dim", text), { hasColor: theme.hasColor });
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
    const line = rowLine(session, state, scroll.top + index === scroll.chosen, style);
    return hits ? [line, snippetLine(hits, style)] : [line];
  });
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, index) => lines[index] ?? "");
}
