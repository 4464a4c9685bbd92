import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { soughtIn } from "../../text/mark.ts";
import { rowsInView } from "../../widgets/scroll-lines.ts";
import { detailLines } from "./detail.ts";
import { emptyLines } from "./empty.ts";
import { footOf } from "./foot.ts";
import { headLines } from "./head.ts";
import { layoutOf } from "./layout.ts";
import { panelLines } from "./panel-view.ts";
import { linesOfRow } from "./place.ts";
import { type RowStyle, rowLine, snippetLine } from "./row.ts";
import { chosenSession, type State, shownRows } from "./state.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const layout = layoutOf(state, size);
  const head = headLines(state, layout, columns, theme);
  const body = bodyLines(state, columns, layout, theme);
  const foot = footOf(state, columns, layout.footHeight, theme);
  const lines = [...head, ...body, ...foot.lines].slice(0, rows);
  const cursor = foot.cursor === null ? null : { row: head.length + body.length, column: foot.cursor };
  return { lines, cursor: cursor && cursor.row < rows ? cursor : null };
}

/** The list and, below it, what is known of the chosen session; a panel stands in place of both. */
function bodyLines(
  state: State,
  columns: number,
  { listHeight, detailHeight }: ReturnType<typeof layoutOf>,
  theme: Theme,
): string[] {
  const height = listHeight + detailHeight;
  if (state.panel) return padded(panelLines(state.panel, state, { columns, height }, theme), height);
  if (shownRows(state).length === 0) return padded(emptyLines(state, columns), height);
  const session = chosenSession(state);
  const details = session ? detailLines(session, state, columns, detailHeight - 1) : [];
  return [
    ...padded(listLines(state, listHeight, columns, theme), listHeight),
    ...padded(["", ...details.map((line) => theme("dim", line))], detailHeight),
  ];
}

function listLines(state: State, height: number, columns: number, theme: Theme): string[] {
  const rows = shownRows(state);
  const { scroll, search } = state;
  const style: RowStyle = { columns, theme, sought: search && soughtIn(search.field.text) };
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
