import { entriesOf, safeLine } from "@reprise/model";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { apart, cutTo } from "../../text/fit.ts";
import { headerRows } from "./paint/areas.ts";
import { bottom } from "./paint/bottom.ts";
import type { LiveState } from "./state.ts";
import { titleOf } from "./title.ts";
import { windowRows } from "./transcript/window.ts";

export function view(state: LiveState, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const below = bottom(state, size, theme);
  const height = Math.max(0, rows - headerRows - below.lines.length);
  const laying = { columns, isUnfolded: state.isUnfolded, theme };
  const shown = height === 0 ? [] : windowRows(entriesOf(state.view.entries), state.anchor, height, laying);
  const space = Array.from({ length: height - shown.length }, () => "");
  const lines = [header(state, columns, theme), ...shown, ...space, ...below.lines];
  // With too few rows, show the end.
  const over = Math.max(0, lines.length - rows);
  const row = headerRows + height + (below.cursor?.row ?? 0) - over;
  const cursor = below.cursor && row >= 0 ? { row, column: Math.min(below.cursor.column, columns - 1) } : null;
  return { lines: lines.slice(over).map((line) => cutTo(line, columns)), cursor };
}

function header(state: LiveState, columns: number, theme: Theme): string {
  const left = `${safeLine(state.view.agent)} · ${titleOf(state) || "new session"}`;
  return theme("bold", apart(left, state.place.isDemo ? "DEMO" : "", columns));
}
