import {
  countsOf,
  hitPlace,
  labelOf,
  type Marker,
  reachWords,
  rootOf,
  type SessionSummary,
  safeLine,
  shortTime,
  snippetText,
} from "@reprise/model";
import type { Theme, Tone } from "../../../kernel/theme.ts";
import { count } from "../../../text/count.ts";
import { cutLeft, cutTo, fit } from "../../../text/fit.ts";
import { highlight } from "../../../text/highlight.ts";
import { widthOf } from "../../../text/width.ts";
import type { SessionHits, State } from "../state.ts";
import { badgeOf } from "./session-words.ts";

interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

export interface RowStyle {
  readonly columns: number;
  readonly marker: Marker | null;
  readonly theme: Theme;
}

/** The session on one line: as many columns as fit, the title always last. */
export function rowLine(session: SessionSummary, state: State, isChosen: boolean, style: RowStyle): string {
  const { columns, marker, theme } = style;
  const gap = columns >= 100 ? "  " : " ";
  const cells = cellsOf(session, state, columns);
  const before = cells.reduce((text, cell) => text + cell.text + gap, isChosen ? "› " : "  ");
  const title = cutTo(labelOf(session), Math.max(0, columns - widthOf(before)));
  if (isChosen) return highlight(fit(before + title, columns), marker, "highlight", theme);
  const painted = cells.map((cell) => highlight(cell.text, marker, cell.tone, theme) + gap);
  return `${" ".repeat(Math.min(2, columns))}${painted.join("")}${highlight(title, marker, "plain", theme)}`;
}

/** Why a session matches, below it. */
export function snippetLine({ first, count: hitCount }: SessionHits, style: RowStyle): string {
  const { columns, marker, theme } = style;
  const more = hitCount > 1 ? ` (${count(hitCount, "hit")})` : "";
  const reach = reachWords(first) === "" ? "" : `, ${reachWords(first)}`;
  const place = `    ${hitPlace(first)}${reach}${more}: `;
  const snippet = safeLine(snippetText(first)).trim();
  return highlight(cutTo(place + snippet, columns), marker, "dim", theme);
}

/** Every cell is exactly as wide as its column, and unstyled except the root. */
function cellsOf(session: SessionSummary, state: State, columns: number): Cell[] {
  const { now, runs, filters, here } = state;
  const badge = badgeOf(session, runs.parked);
  const isPlain = (text: string): Cell => ({ text, tone: "plain" });
  const stateCell = { text: fit(badge.word, 11), tone: badge.tone };
  if (columns < 40) return columns < 20 ? [] : [stateCell];
  const cells: Cell[] = [{ text: fit(shortTime(session.updatedAt, now), 11), tone: "dim" }, stateCell];
  if (columns < 60) return cells;
  // The title is dropped last.
  const isRoomy = columns >= 76;
  if (isRoomy || !filters.isAll) cells.push(isPlain(fit(session.agent, 8)));
  if (!isRoomy && !filters.isAll) return cells;
  if (!filters.isAll || columns >= 100) cells.push(isPlain(fit(countsOf(session), 18, "right")));
  if (filters.isAll) {
    const width = Math.min(40, Math.floor(columns / 4));
    cells.push({ text: fit(cutLeft(rootOf(session, here.homeFolder), width), width), tone: "dim" });
  }
  return cells;
}
