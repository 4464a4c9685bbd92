import { rootOf } from "@reprise/model";
import { clickable, keyTarget } from "../../../kernel/click-zones.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { grouped } from "../../../text/count.ts";
import { apart, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { rowsInView } from "../../../widgets/scroll-lines.ts";
import type { Layout } from "../layout.ts";
import { type ListOrder, type State, shownRows } from "../state.ts";
import { between, type Notice } from "./notices.ts";
import { lastPart } from "./row-cells.ts";
import { linesOfRow } from "./selection.ts";
import { onlyWords } from "./session-words.ts";

export function headLines(state: State, layout: Layout, columns: number, theme: Theme): string[] {
  return [
    firstLine(state, layout, columns, theme),
    ...layout.notices.map((line) =>
      cutTo(line.map((notice) => noticeText(notice, theme)).join(theme("dim", between)), columns),
    ),
  ];
}

function noticeText({ text, tone, key }: Notice, theme: Theme): string {
  const painted = theme(tone, text);
  return key === null ? painted : clickable(keyTarget(key), painted, theme);
}

function firstLine(state: State, { listHeight }: Layout, columns: number, theme: Theme): string {
  const stats = statsOf(state, listHeight);
  if (!state.here.isDemo) return theme("bold", withFolder(stats, state, columns));
  const mark = "DEMO · nothing here is real";
  // In full if both fit; the stats are cut last.
  if (mark.length + stats.length + 1 > columns) return theme("warn", cutTo(`DEMO · ${stats}`, columns));
  const line = apart(stats, mark, columns);
  return theme("bold", line.slice(0, line.length - mark.length)) + theme("warn", mark);
}

/** Which project this is, where the list says no folders: several terminals look alike. */
function withFolder(stats: string, { here, filters }: State, columns: number): string {
  const path = rootOf({ workspace: here.cwd }, here.homeFolder);
  const room = columns - widthOf(stats) - 2;
  const folder = [path, lastPart(path)].find((name) => widthOf(name) <= room);
  return folder === undefined || filters.isAll ? cutTo(stats, columns) : apart(stats, folder, columns);
}

const orderWords: Readonly<Record<ListOrder, string>> = {
  updated: "",
  size: " · by size",
  turns: " · by turns",
};

function statsOf(state: State, height: number): string {
  const { list, filters, scroll } = state;
  const only = onlyWords(filters);
  const scope = `${filters.isAll ? "All sessions" : "This project"}${only === "" ? "" : ` · only ${only}`}${orderWords[filters.order]}`;
  if (!list.isKnown && list.problem === null) return `Reading… · ${scope}`;
  const count = shownRows(state).length;
  const total = state.search && state.search.field.text.trim() !== "" ? count : list.total;
  const shown = rowsInView(scroll.top, count, height, linesOfRow(state));
  const range = count === 0 ? "0–0" : `${grouped(scroll.top + 1)}–${grouped(scroll.top + shown)}`;
  return `Showing ${range} of ${grouped(total)} · ${scope}`;
}
