import type { SessionSummary } from "@reprise/model";
import type { Size } from "../../../kernel/screen.ts";
import type { Scroll } from "../../../widgets/scroll.ts";
import { keepLinesInView } from "../../../widgets/scroll-lines.ts";
import { layoutOf } from "../layout.ts";
import { chosenSession, type State, shownRows } from "../state.ts";

/** Two homes may contain the same thread: the file distinguishes them. */
export function keyOf({ id, files }: SessionSummary): string {
  return `${id} ${files.find(({ role }) => role === "main")?.path ?? ""}`;
}

export function chosenKey(state: State): string | null {
  const session = chosenSession(state);
  return session && keyOf(session);
}

/** Lines of a row: a content match adds one. */
export function linesOfRow(state: State): (row: number) => number {
  const rows = shownRows(state);
  const hits = state.search?.found.hits;
  if (!hits || hits.size === 0) return () => 1;
  return (row) => {
    const session = rows[row];
    return session && hits.has(session.id) ? 2 : 1;
  };
}

/** Scrolls the selected row into view. */
export function withSelectionInView(state: State, size: Size): State {
  const { listHeight } = layoutOf(state, size);
  const scroll = keepLinesInView(state.scroll, shownRows(state).length, listHeight, linesOfRow(state));
  return scroll.top === state.scroll.top && scroll.chosen === state.scroll.chosen ? state : { ...state, scroll };
}

export function movedBy(state: State, by: number): State {
  const last = Math.max(0, shownRows(state).length - 1);
  const chosen = Math.max(0, Math.min(last, state.scroll.chosen + by));
  return { ...state, wantsEnd: false, scroll: { ...state.scroll, chosen } };
}

/**
 * Keeps the same session selected on the same screen line when rows change. At the top the view stays there,
 * to show new sessions.
 */
export function keepSelection(before: State, after: State): State {
  const key = chosenKey(before);
  const row = key === null ? -1 : indexNear(shownRows(after), key, before.scroll.chosen);
  return row < 0 ? after : selectedAt(before, after, row);
}

/** Selects a row of other rows, on the same screen line. */
export function selectedAt(before: State, after: State, row: number): State {
  const last = shownRows(after).length - 1;
  const chosen = Math.max(0, Math.min(row, last));
  return { ...after, scroll: { chosen, top: topFor(before, after, chosen) } };
}

function topFor(before: State, after: State, row: number): number {
  const { top, chosen }: Scroll = before.scroll;
  if (top === 0) return 0;
  const [linesBefore, linesAfter] = [linesOfRow(before), linesOfRow(after)];
  let above = 0;
  for (let index = top; index < chosen; index += 1) above += linesBefore(index);
  let first = row;
  while (first > 0 && above >= linesAfter(first - 1)) {
    first -= 1;
    above -= linesAfter(first);
  }
  return first;
}

/** Usually at the same index. */
function indexNear(rows: readonly SessionSummary[], key: string, near: number): number {
  const there = rows[near];
  if (there && keyOf(there) === key) return near;
  return rows.findIndex((session) => keyOf(session) === key);
}
