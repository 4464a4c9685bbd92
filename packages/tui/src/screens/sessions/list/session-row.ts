import { hitPlace, labelOf, type Marker, reachWords, type SessionSummary, safeLine, snippetText } from "@reprise/model";
import { clickable, rowTarget } from "../../../kernel/click-zones.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { count } from "../../../text/count.ts";
import { cutLeft, cutTo, fit } from "../../../text/fit.ts";
import { highlight } from "../../../text/highlight.ts";
import { widthOf } from "../../../text/width.ts";
import type { SessionHits, State } from "../state.ts";
import { lineageMark } from "./lineage-mark.ts";
import { rowCells } from "./row-cells.ts";

export interface RowStyle {
  readonly columns: number;
  readonly marker: Marker | null;
  readonly theme: Theme;
}

/** What was laid out last for each session, and from what: a key that moves the selection changes two rows. */
const laid = new WeakMap<SessionSummary, { readonly from: readonly unknown[]; readonly line: string }>();

/** The session on one line, as wide as the list: its title, then as many columns as fit. */
export function rowLine(session: SessionSummary, state: State, index: number, style: RowStyle): string {
  const { scroll, now, filters, here, list } = state;
  const { columns, marker, theme } = style;
  const from = [index === scroll.chosen, index, now, filters.isAll, here, list.rows, columns, marker, theme];
  const known = laid.get(session);
  if (known?.from.every((one, at) => one === from[at])) return known.line;
  const line = layOut(session, state, index, style);
  laid.set(session, { from, line });
  return line;
}

function layOut(session: SessionSummary, state: State, index: number, style: RowStyle): string {
  const { columns, marker, theme } = style;
  const gap = columns >= 100 ? "  " : " ";
  const cells = rowCells(session, state, columns);
  const after = cells.reduce((width, { text }) => width + widthOf(gap + text), 0);
  const isChosen = index === state.scroll.chosen;
  const room = Math.max(0, columns - 2 - after);
  const title = fit(lineageMark(session) + labelOf(session), room);
  const start = cutTo(isChosen ? "› " : "  ", columns);
  if (isChosen) {
    const line = fit(start + title + cells.map(({ text }) => gap + text).join(""), columns);
    return clickable(rowTarget(index), highlight(line, marker, "highlight", theme), theme);
  }
  const painted = cells.map(({ text, tone }) => gap + highlight(text, marker, tone, theme));
  const line = `${start}${highlight(title, marker, "plain", theme)}${painted.join("")}`;
  return clickable(rowTarget(index), line, theme);
}

/** Why a session matches, below it. */
export function snippetLine(
  { first, count: hitCount }: SessionHits,
  index: number,
  { columns, marker, theme }: RowStyle,
): string {
  const more = hitCount > 1 ? ` (${count(hitCount, "hit")})` : "";
  const reach = reachWords(first) === "" ? "" : `, ${reachWords(first)}`;
  const place = `    ${hitPlace(first)}${reach}${more}: `;
  const snippet = safeLine(snippetText(first)).trim();
  const line = fit(place + withMatch(snippet, marker, columns - widthOf(place)), columns);
  return clickable(rowTarget(index), highlight(line, marker, "dim", theme), theme);
}

/** Cut from the left if the match would not be seen. */
function withMatch(snippet: string, marker: Marker | null, room: number): string {
  const [, end] = marker?.(snippet)[0] ?? [0, 0];
  const first = snippet.slice(0, end);
  return widthOf(first) < room ? snippet : cutLeft(first, Math.ceil((room * 2) / 3)) + snippet.slice(end);
}
