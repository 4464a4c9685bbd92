import type { Theme } from "../../../kernel/theme.ts";
import { grouped } from "../../../text/count.ts";
import { apart, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { rowsInView } from "../../../widgets/scroll-lines.ts";
import type { Layout } from "../layout.ts";
import { type State, shownRows } from "../state.ts";
import { type Notice, noticesOf } from "./notices.ts";
import { linesOfRow } from "./selection.ts";
import { onlyWords } from "./session-words.ts";

export function headLines(state: State, layout: Layout, columns: number, theme: Theme): string[] {
  const notices = noticesIn(noticesOf(state), layout.noticeCount);
  return [
    firstLine(state, layout, columns, theme),
    ...notices.map(({ text, short = text, tone }) =>
      theme(tone, cutTo(widthOf(text) <= columns ? text : short, columns)),
    ),
  ];
}

/** If they do not all fit, the last line has the rest in short form. */
function noticesIn(notices: readonly Notice[], lineCount: number): Notice[] {
  const rest = notices.slice(lineCount - 1);
  if (lineCount === 0 || rest.length <= 1) return notices.slice(0, lineCount);
  const text = rest.map(({ text, short = text }) => short).join(" · ");
  const tone = rest.find((notice) => notice.tone !== "dim")?.tone ?? "dim";
  return [...notices.slice(0, lineCount - 1), { text, tone }];
}

function firstLine(state: State, { listHeight }: Layout, columns: number, theme: Theme): string {
  const stats = statsOf(state, listHeight);
  const mark = state.here.isDemo ? "DEMO · nothing here is real" : "";
  // In full if both fit; the stats are cut last.
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
  if (!list.isKnown && list.problem === null) return `Reading… · ${scope}`;
  const count = shownRows(state).length;
  const total = state.search && state.search.field.text.trim() !== "" ? count : list.total;
  const shown = rowsInView(scroll.top, count, height, linesOfRow(state));
  const range = count === 0 ? "0–0" : `${grouped(scroll.top + 1)}–${grouped(scroll.top + shown)}`;
  return `Showing ${range} of ${grouped(total)} · ${scope}`;
}
