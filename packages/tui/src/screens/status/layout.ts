import { safeLine } from "@reprise/model";
import type { Size } from "../../kernel/screen.ts";
import type { Tone } from "../../kernel/theme.ts";
import { type Line, layOut } from "../../widgets/rows.ts";
import { topWithin } from "../../widgets/scroll.ts";
import { batchRows } from "./batch-rows.ts";
import { detailsOf, titleOf, toneOf } from "./row-details.ts";
import type { State } from "./state.ts";
import { keyOf, whyNotRestore } from "./status-row.ts";

/** Title and gap above; note, the action of Enter and the keys below. */
const others = 5;

export function bodyHeight({ rows }: Size): number {
  return Math.max(0, rows - others);
}

/** A line of the list or of the batch. */
interface Placed {
  readonly text: string;
  readonly tone: Tone;
  readonly isChosen: boolean;
  /** Of the list; null for any other line. */
  readonly row: number | null;
}

export function bodyLines(state: State, columns: number): Placed[] {
  if (state.batch !== null) return layOut(batchRows(state.batch), columns).map(unchosen);
  const { rows, failure, isEveryProject } = state;
  if (failure !== null)
    return layOut([{ text: safeLine(failure), tone: "bad" }, { text: "r refreshes." }], columns).map(unchosen);
  if (rows === null) return [unchosen({ text: "Looking for interrupted sessions…", tone: "dim" })];
  if (rows.length > 0) return rows.flatMap((_, index) => blockLines(state, index, columns));
  const where = isEveryProject ? "in any project." : "in this project. a shows all projects.";
  const others = state.notShown === "" ? [] : [{ text: `Not shown: ${state.notShown}. \`.\` in the list shows them.` }];
  return layOut([{ text: `Nothing interrupted or running ${where}` }, ...others], columns).map(unchosen);
}

function blockLines(state: State, index: number, columns: number): Placed[] {
  const row = state.rows?.[index];
  if (row === undefined) return [];
  const mark = whyNotRestore(row) !== null ? "   " : state.marked.has(keyOf(row)) ? "[x]" : "[ ]";
  const isChosen = index === state.chosen;
  const head = {
    text: `${isChosen ? "›" : " "} ${mark} ${titleOf(row)}`,
    tone: toneOf(row),
    isChosen,
    row: index,
  };
  const details = detailsOf(row, columns).map((line) => ({ ...line, isChosen: false, row: index }));
  return [head, ...details, unchosen({ text: "", tone: "plain" })];
}

function unchosen(line: Line): Placed {
  return { ...line, isChosen: false, row: null };
}

/** Scrolls the selected row into view, in full if possible. */
export function topFor(state: State, { columns, rows }: Size): number {
  const height = bodyHeight({ columns, rows });
  const lengths = (state.rows ?? []).map((row) => detailsOf(row, columns).length + 2);
  const start = lengths.slice(0, state.chosen).reduce((sum, length) => sum + length, 0);
  const end = start + (lengths[state.chosen] ?? 1) - 1;
  const lowest = Math.max(0, lengths.reduce((sum, length) => sum + length, 0) - height);
  const top = end > state.top + height ? Math.min(start, end - height) : Math.min(state.top, start);
  return Math.max(0, Math.min(top, lowest));
}

export function scrolled(state: State, top: number, size: Size): State {
  const count = bodyLines(state, size.columns).length;
  return { ...state, top: topWithin(top, count, bodyHeight(size)) };
}
