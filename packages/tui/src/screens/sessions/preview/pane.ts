import { safeLine } from "@reprise/model";
import type { Size } from "../../../kernel/screen.ts";
import { bareTheme, type Theme } from "../../../kernel/theme.ts";
import { fit } from "../../../text/fit.ts";
import { layoutOf } from "../layout.ts";
import { paneDetail } from "../list/pane-detail.ts";
import { chosenSession, type State } from "../state.ts";
import { termsOf } from "./ask-preview.ts";
import type { PanePosition } from "./pane-position.ts";
import { previewedNow } from "./preview.ts";
import { previewRows } from "./rows.ts";

/** The details of the selected session, then its preview: exactly as high and wide as the pane. */
export function paneLines(state: State, pane: PanePosition, theme: Theme): string[] {
  const session = chosenSession(state);
  const details = session ? paneDetail(session, state, pane, theme) : [];
  const height = Math.max(0, pane.height - details.length - 1);
  const rule = theme("dim", "─".repeat(pane.columns));
  const lines = [...details, rule, ...conversation(state, pane.columns, height, theme)];
  return Array.from({ length: pane.height }, (_, row) => fit(lines[row] ?? "", pane.columns));
}

function conversation(state: State, columns: number, height: number, theme: Theme): readonly string[] {
  const previewed = previewedNow(state.preview);
  if (previewed === null) return [theme("dim", "Reading…")];
  if (previewed.problem !== null) return [theme("warn", fit(safeLine(previewed.problem), columns))];
  const rows = previewRows(previewed, columns, theme, termsOf(state.search));
  if (rows.lines.length === 0) return [theme("dim", "No messages.")];
  const top = topOf(rows, height, state.preview.scroll);
  return rows.lines.slice(top, top + height);
}

/** Scrolls by so many rows, within what there is. */
export function scrollPreview(state: State, by: number, size: Size): State {
  const { pane } = layoutOf(state, size);
  const previewed = previewedNow(state.preview);
  const session = chosenSession(state);
  if (pane === null || previewed === null || !session) return state;
  const height = pane.height - paneDetail(session, state, pane, bareTheme).length - 1;
  const rows = previewRows(previewed, pane.columns, bareTheme, termsOf(state.search));
  const top = topOf(rows, height, topOf(rows, height, state.preview.scroll) - startOf(rows, height) + by);
  return { ...state, preview: { ...state.preview, scroll: top - startOf(rows, height) } };
}

type Rows = ReturnType<typeof previewRows>;

/** The end, or a match with what comes before it. */
function startOf({ lines, matchAt }: Rows, height: number): number {
  const end = Math.max(0, lines.length - height);
  return matchAt === null ? end : Math.max(0, Math.min(end, matchAt - 3));
}

function topOf(rows: Rows, height: number, scroll: number): number {
  return Math.max(0, Math.min(rows.lines.length - height, startOf(rows, height) + scroll));
}
