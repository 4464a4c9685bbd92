import type { Theme } from "../../kernel/theme.ts";
import { grouped } from "../../text/count.ts";
import { apart, cutTo } from "../../text/fit.ts";
import { widthOf } from "../../text/width.ts";
import { rowsInView } from "../../widgets/scroll-lines.ts";
import type { Layout } from "./layout.ts";
import { noticesOf } from "./notices.ts";
import { linesOfRow } from "./place.ts";
import { onlyWords } from "./session-words.ts";
import { type State, shownRows } from "./state.ts";

export function headLines(state: State, layout: Layout, columns: number, theme: Theme): string[] {
  const notices = noticesOf(state).slice(0, layout.noticeCount);
  return [
    firstLine(state, layout, columns, theme),
    ...notices.map(({ text, short = text, tone }) =>
      theme(tone, cutTo(widthOf(text) <= columns ? text : short, columns)),
    ),
  ];
}

function firstLine(state: State, { listHeight }: Layout, columns: number, theme: Theme): string {
  const stats = statsOf(state, listHeight);
  const mark = state.here.isDemo ? "DEMO · nothing here is real" : "";
  // Told in full wherever there is room for both; the stats give way last.
  const line = mark.length + stats.length + 1 <= columns || mark === "" ? apart(stats, mark, columns) : null;
  if (line === null) return theme("warn", cutTo(`DEMO · ${stats}`, columns));
  return mark === "" ? theme("bold", line.trimEnd()) : paintedEnd(line, mark, theme);
}

function paintedEnd(line: string, mark: string, theme: Theme): string {
  return theme("bold", line.slice(0, line.length - mark.length)) + theme("warn", mark);
}

function statsOf(state: State, height: number): string {
  const { list, filters, scroll } = state;
  const only = onlyWords(filters);
  const scope = `${filters.isAll ? "All sessions" : "This project"}${only === "" ? "" : ` · only ${only}`}`;
  if (!list.isKnown && list.rows.length > 0) return `Reading… · ${scope}`;
  const count = shownRows(state).length;
  const total = state.search && state.search.field.text.trim() !== "" ? count : list.total;
  const shown = rowsInView(scroll.top, count, height, linesOfRow(state));
  const range = count === 0 ? "0–0" : `${grouped(scroll.top + 1)}–${grouped(scroll.top + shown)}`;
  return `Showing ${range} of ${grouped(total)} · ${scope}`;
}
