import {
  exactLine,
  type ProjectSummary,
  projectStateLine,
  projectStateWords,
  relativeTime,
  safeLine,
  zonedSpan,
} from "@reprise/model";
import { clickableLine, rowTarget } from "../../kernel/click-zones.ts";
import { hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme, Tone } from "../../kernel/theme.ts";
import { count, grouped } from "../../text/count.ts";
import { apart, cutLeft, cutTo, fit } from "../../text/fit.ts";
import { widthOf } from "../../text/width.ts";
import { fieldLine } from "../../widgets/field-line.ts";
import { hintLine } from "../../widgets/footer.ts";
import { projectTones } from "../project/tones.ts";
import { keys, searchKeys } from "./keys.ts";
import { detailHeight, footHeight, listHeight } from "./layout.ts";
import { chosenRow, type State, shownRows } from "./state.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const { search } = state;
  const field = search === null ? null : fieldLine("Search: ", search.field, columns);
  const note = theme("warn", cutTo(safeLine(state.note ?? ""), columns));
  const hints = hintLine(hintsOf(search?.isTyping ? searchKeys : keys), columns, theme);
  // With one line only, what matters more is there.
  const foot = footHeight(size) === 2 ? [note, hints] : [state.note === null ? hints : note];
  const lines = [
    theme("bold", headLine(state, columns)),
    ...(field === null ? [] : [theme(search?.isTyping ? "plain" : "dim", cutTo(safeLine(field.text), columns))]),
    ...padded(bodyLines(state, size, theme), listHeight(state, size)),
    ...padded(detailLines(state, size, theme), detailHeight(size)),
    ...foot,
  ];
  const cursor = field !== null && search?.isTyping && rows > 1 ? { row: 1, column: field.column } : null;
  return { lines: lines.slice(0, rows), cursor };
}

function headLine(state: State, columns: number): string {
  const shown = shownRows(state).length;
  const all = state.rows?.length ?? 0;
  const scope = state.isAll ? "all workspaces" : "this workspace";
  const counted = state.rows === null ? "" : shown === all ? grouped(all) : `${grouped(shown)} of ${grouped(all)}`;
  const mark = state.isDemo ? "DEMO  " : "";
  return apart(`${mark}Projects · ${scope}`, counted, columns);
}

function bodyLines(state: State, size: Size, theme: Theme): string[] {
  const { columns } = size;
  if (state.failure !== null) return [theme("bad", cutTo(`${safeLine(state.failure)} r tries again.`, columns))];
  if (state.rows === null) return [theme("dim", "Looking for projects…")];
  const shown = shownRows(state);
  if (shown.length === 0) return emptyLines(state).map((line) => theme("dim", cutTo(line, columns)));
  const { top, chosen } = state.scroll;
  return shown.slice(top, top + listHeight(state, size)).map((row, index) => {
    const line = rowLine(row, state, top + index === chosen, columns, theme);
    return clickableLine(rowTarget(top + index), line, theme);
  });
}

function emptyLines({ rows, isAll }: State): string[] {
  if (rows !== null && rows.length > 0) return ["None has these words. Esc shows all."];
  const where = isAll ? "There are no projects." : "There are no projects in this workspace. a looks in all.";
  return [where, 'reprise project start "GOAL" starts one.'];
}

interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

function rowLine(row: ProjectSummary, state: State, isChosen: boolean, columns: number, theme: Theme): string {
  const cells = cellsOf(row, state, columns);
  const before = cells.reduce((text, cell) => `${text}${cell.text}  `, isChosen ? "› " : "  ");
  const goal = cutTo(safeLine(row.title), Math.max(0, columns - widthOf(before)));
  if (isChosen) return theme("highlight", fit(before + goal, columns));
  // A damaged one cannot be opened.
  const isDim = row.state === "damaged";
  const painted = cells.map(({ text, tone }) => `${theme(tone, text)}  `).join("");
  return cutTo(`  ${painted}${theme(isDim ? "dim" : "plain", goal)}`, columns);
}

const stateWidth = Math.max(...Object.values(projectStateWords).map(widthOf));

function cellsOf(row: ProjectSummary, { now }: State, columns: number): Cell[] {
  const stateCell = { text: fit(projectStateWords[row.state], stateWidth), tone: projectTones[row.state] };
  if (columns < 50) return columns < 24 ? [] : [stateCell];
  const time = (at: ProjectSummary["createdAt"]): Cell => ({
    text: fit(relativeTime(at, now), 10),
    tone: "dim",
  });
  const rounds: Cell = { text: fit(grouped(row.rounds), 3, "right"), tone: "plain" };
  const branch: Cell = { text: fit(exactLine(row.branch ?? "–"), columns < 100 ? 10 : 16), tone: "dim" };
  return columns < 100
    ? [time(row.updatedAt), stateCell, rounds, branch]
    : [time(row.createdAt), time(row.updatedAt), stateCell, rounds, branch];
}

function detailLines(state: State, size: Size, theme: Theme): string[] {
  const row = chosenRow(state);
  const height = detailHeight(size);
  if (row === null || height === 0) return [];
  const { columns } = size;
  const path = exactLine(row.path);
  const { homeFolder } = state;
  const isBelow = homeFolder !== "" && path.startsWith(`${homeFolder}/`);
  const facts = [
    projectStateLine(row),
    count(row.rounds, "round"),
    row.owner === null ? null : `runs in ${exactLine(row.owner.program)} (process ${row.owner.pid})`,
    row.origin === "codexpotter" ? "by CodexPotter" : null,
    zonedSpan(row.createdAt, row.updatedAt),
  ].filter((fact) => fact !== null);
  const lines = [
    ...(height > 2 ? [""] : []),
    theme(row.state === "damaged" ? "bad" : "dim", cutTo(safeLine(facts.join(" · ")), columns)),
    theme("dim", cutLeft(isBelow ? `~${path.slice(homeFolder.length)}` : path, columns)),
    theme("dim", cutTo(safeLine(row.goal), columns)),
  ];
  return lines.slice(0, height);
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, index) => lines[index] ?? "");
}
