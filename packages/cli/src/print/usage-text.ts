import {
  exactLine,
  groupUsage,
  type SessionId,
  type Usage,
  type UsageFigures,
  type UsageGrouping,
  type UsageSession,
} from "@reprise/model";
import type { Paint } from "./paint.ts";
import { cut, padEnd, padStart, widthOf } from "./width.ts";
import { count, duration, grouped } from "./words.ts";

interface UsageStyle {
  readonly paint: Paint;
  /** Null: cut nothing. */
  readonly width: number | null;
  readonly isEveryWorkspace: boolean;
  /** As the person reads it. */
  idOf(session: SessionId): string;
}

interface Column {
  readonly head: string;
  /** Left out first where there is no room; null: always shown. */
  readonly leftOut: number | null;
  cell(figures: UsageFigures): string;
}

const figure = (value: number | null) => (value === null ? "–" : grouped(value));
const columns: readonly Column[] = [
  { head: "TURNS", leftOut: null, cell: ({ turnCount }) => figure(turnCount) },
  { head: "INPUT", leftOut: null, cell: ({ tokens }) => figure(tokens.input) },
  { head: "CACHED", leftOut: 2, cell: ({ tokens }) => figure(tokens.cached) },
  { head: "OUTPUT", leftOut: null, cell: ({ tokens }) => figure(tokens.output) },
  { head: "REASONING", leftOut: 1, cell: ({ tokens }) => figure(tokens.reasoning) },
  { head: "TIME", leftOut: null, cell: ({ workMs }) => (workMs === null ? "–" : duration(workMs)) },
  { head: "COMMANDS", leftOut: null, cell: ({ commandCount }) => figure(commandCount) },
  { head: "FAILED", leftOut: 4, cell: ({ failedCommandCount }) => figure(failedCommandCount) },
  { head: "EDITS", leftOut: 3, cell: ({ editCount }) => figure(editCount) },
];

export function usageText(usage: Usage, by: UsageGrouping, style: UsageStyle): string {
  if (usage.total.turnCount === 0) return `${nothingText(usage, style)}\n`;
  const rows = [...rowsOf(usage, by, style), { name: "Total", beside: null, below: null, figures: usage.total }];
  const names = [by.toUpperCase(), ...rows.map(({ name }) => name)];
  const figures = fitting(
    columns.map((column) => ({ ...column, cells: cellsOf(column, rows) })),
    style.width === null ? null : style.width - Math.min(leastOfName, widest(names)),
  );
  const room = style.width === null ? null : style.width - widthOf(figures[0] ?? "");
  const nameWidth = Math.min(widest(names), Math.max(leastOfName, room ?? Number.POSITIVE_INFINITY));
  const shown = names.map((name, index) => padEnd(cut(name, nameWidth), nameWidth) + (figures[index] ?? ""));
  const [head = ""] = shown;
  const lines = rows.flatMap(({ beside, below }, index) => [
    `${shown[index + 1] ?? ""}${beside === null ? "" : `  ${beside}`}`,
    ...(below === null ? [] : [style.paint("dim", `  ${below}`)]),
  ]);
  const below = notes(usage, by).map((note) => style.paint("dim", note));
  return `${[style.paint("dim", head), ...lines, "", ...below].join("\n").trimEnd()}\n`;
}

interface Row {
  readonly name: string;
  /** After the figures. */
  readonly beside: string | null;
  readonly below: string | null;
  readonly figures: UsageFigures;
}

function rowsOf(usage: Usage, by: UsageGrouping, style: UsageStyle): Row[] {
  if (by === "session") return usage.sessions.map((session) => sessionRow(session, style));
  return groupUsage(usage, by).map((group) => {
    return { name: exactLine(group.name ?? "unknown"), beside: null, below: null, figures: group };
  });
}

/** The id is never cut, so that it can be copied: it is below the title; where nothing is cut, one line a session. */
function sessionRow(session: UsageSession, { width, idOf }: UsageStyle): Row {
  const id = exactLine(idOf(session.session));
  const title = session.title === "" ? "(no prompt)" : exactLine(session.title);
  if (width !== null) return { name: title, beside: null, below: id, figures: session };
  return { name: id, beside: title, below: null, figures: session };
}

interface FilledColumn extends Column {
  readonly cells: readonly string[];
}

/** Each cell as wide as its column, after two spaces. */
function cellsOf({ head, cell }: Column, rows: readonly Row[]): string[] {
  const cells = [head, ...rows.map(({ figures }) => cell(figures))];
  const width = widest(cells);
  return cells.map((text) => `  ${padStart(text, width)}`);
}

/** The columns side by side, as many as fit. */
function fitting(filled: readonly FilledColumn[], room: number | null): string[] {
  const lines = (filled[0]?.cells ?? []).map((_, row) => filled.map(({ cells }) => cells[row]).join(""));
  if (room === null || widthOf(lines[0] ?? "") <= room) return lines;
  const [least] = filled.flatMap(({ leftOut }) => leftOut ?? []).sort((a, b) => a - b);
  if (least === undefined) return lines;
  return fitting(
    filled.filter(({ leftOut }) => leftOut !== least),
    room,
  );
}

const leastOfName = 16;

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

function notes({ zone, without }: Usage, by: UsageGrouping): string[] {
  return [
    by === "day" ? `Days in ${zone}. A turn counts for the day on which it started.` : null,
    without.tokens > 0 ? `${count(without.tokens, "session")} without token counts.` : null,
    without.time > 0 ? `${count(without.time, "session")} without times.` : null,
  ].filter((note) => note !== null);
}

function nothingText({ since }: Usage, { isEveryWorkspace }: UsageStyle): string {
  const where = isEveryWorkspace ? "" : " in this project";
  const advice = isEveryWorkspace ? "" : " With --all: in every project.";
  return `No turns${where}${since === null ? "" : ` since ${since}`}.${advice}`;
}
