import type { Page, SessionId, SessionSummary, Warning } from "@reprise/model";
import type { Size, Step } from "../../../kernel/screen.ts";
import { atTop } from "../../../widgets/scroll.ts";
import { layoutOf } from "../layout.ts";
import type { Message, Task } from "../messages.ts";
import { firstPage, orderedQuery, pageSize, scopeOf } from "../query.ts";
import { matchingRows } from "../search/matching-rows.ts";
import {
  chosenSession,
  type Filters,
  type Listing,
  type ListOrder,
  newListing,
  noEarlyKeys,
  type State,
  shownRows,
} from "../state.ts";
import { rankOf } from "./row-rank.ts";
import { keepSelection, keyOf, selectedAt } from "./selection.ts";

/** Rows kept loaded below the window. */
const aheadCount = 2 * pageSize;
/** Page size: a query costs much the same for twenty rows and for hundreds. */
const moreCount = 500;
/** Page size when the whole list is wanted. */
const wholeCount = 2000;
/** Rows read again after a change if it is not known which ones changed. */
const mostRefreshed = 200;
/** Wait for the screen to show the latest rows or key before the next query. */
const afterPaintMs = 50;
/** An agent changes files many times a second. Reading again takes at most a tenth of the time. */
const leastRestMs = 250;
const restShare = 10;

type PageMessage = Extract<Message, { readonly type: "page" }>;

/** Reloads the list with new filters, at least up to the selected session. */
export function listAgain(state: State, filters: Filters): Step<State, Task> {
  const next: State = {
    ...state,
    filters,
    wanted: chosenSession(state) ?? state.wanted,
    list: newListing(state.list.epoch + 1, state.list),
    wantsEnd: false,
    earlyKeys: noEarlyKeys,
    anywhere: null,
  };
  return { state: next, tasks: [firstPage(orderedQuery(next), next.list.epoch, next.wanted)] };
}

export function takePage(state: State, message: PageMessage): Step<State, Task> {
  if (message.epoch !== state.list.epoch) return { state };
  const isFirst = message.reach === "first";
  const list = listWith(state.list, message, state.filters.order);
  const known = {
    ...state,
    list,
    now: message.now,
    warnings: withWarnings(state.warnings, message.warnings),
    // An empty list keeps the previous selection.
    wanted: list.rows.length === 0 ? state.wanted : null,
  };
  const next = searchedAgain(known);
  if (isFirst) {
    const placed = state.wantsEnd ? atEnd(next) : withWanted(state, next);
    return { state: placed, tasks: tasksAfterFirst(next) };
  }
  const isOther = message.reach === "refresh" && hasOtherStates(state.list, message.page);
  const tasks: Task[] = [
    ...(isOther ? [{ do: "status", scope: scopeOf(next) } as const] : []),
    // The last one has gone: the empty list says where there are others.
    ...(list.total === 0 && state.anywhere === null ? [{ do: "look-anywhere" } as const] : []),
  ];
  if (state.wantsEnd) return { state: atEnd(next), tasks };
  return { state: withLeft(keepSelection(state, next)), tasks };
}

/** A session was added, removed, ended or restarted: the number of interrupted ones may have changed. */
function hasOtherStates({ rows, total }: Listing, page: Page): boolean {
  if (total !== page.total) return true;
  const near = rows.slice(0, 2 * Math.max(mostRefreshed, page.sessions.length));
  const known = new Map(near.map((session) => [keyOf(session), session.state]));
  return page.sessions.some((session) => known.get(keyOf(session)) !== session.state);
}

/** Queries what is missing, one query at a time. */
export function askOn(state: State, size: Size): Step<State, Task> {
  const { list } = state;
  if (list.asking !== null || !list.isKnown) return { state };
  if (list.isStale || list.isTorn) return { state: asking(state, "refresh"), tasks: [refreshTask(state, size)] };
  const count = missingCount(state, size);
  if (list.next === null || count === 0) return { state };
  const query = { ...orderedQuery(state), limit: count, cursor: list.next };
  return {
    state: asking(state, "more"),
    tasks: [{ do: "list", reach: "more", epoch: list.epoch, query, through: null, waitMs: afterPaintMs }],
  };
}

/**
 * Something may have changed: these sessions; near the top; or any row. The next query waits for the running one. Sorted by time, a
 * session that changes moves to the top; in other orders it may be, or come, anywhere.
 */
export function changed(state: State, what: readonly SessionId[] | "top" | "anywhere"): State {
  const { list, filters } = state;
  const isAnywhere = what === "anywhere" || (what === "top" && filters.order !== "updated");
  const changedIds = typeof what === "string" ? list.changedIds : new Set([...list.changedIds, ...what]);
  return { ...state, list: { ...list, isStale: true, isTorn: list.isTorn || isAnywhere, changedIds } };
}

function asking(state: State, reach: "more" | "refresh"): State {
  const list = { ...state.list, asking: reach };
  const isRead = { isStale: false, isTorn: false, changedIds: new Set<SessionId>() };
  return { ...state, list: reach === "more" ? list : { ...list, ...isRead } };
}

function refreshTask(state: State, size: Size): Task {
  const { list, scroll } = state;
  const bottom = scroll.top + layoutOf(state, size).listHeight;
  const near = Math.max(pageSize, Math.min(mostRefreshed, bottom + pageSize));
  const limit = Math.max(near, list.isTorn ? list.rows.length + pageSize : changedReach(state));
  const query = { ...orderedQuery(state), limit };
  return {
    do: "list",
    reach: "refresh",
    epoch: list.epoch,
    query,
    through: null,
    waitMs: Math.max(leastRestMs, restShare * list.tookMs),
  };
}

/** Rows to read for the sessions that changed, with room for new ones before them. */
function changedReach({ list: { rows, changedIds }, filters }: State): number {
  if (changedIds.size === 0) return 0;
  const last = rows.findLastIndex(({ id }) => changedIds.has(id));
  // One that is not in the list may come anywhere.
  const isNew = filters.order !== "updated" && !changedIds.isSubsetOf(new Set(rows.map(({ id }) => id)));
  return (isNew ? rows.length : last + 1) + pageSize;
}

function missingCount(state: State, size: Size): number {
  const { list, search, scroll, wantsEnd } = state;
  if (wantsEnd || (search && search.field.text.trim() !== "")) return wholeCount;
  const bottom = scroll.top + layoutOf(state, size).listHeight;
  return list.rows.length - Math.max(bottom, scroll.chosen) < aheadCount ? moreCount : 0;
}

function listWith(list: Listing, { reach, page, tookMs }: PageMessage, order: ListOrder): Listing {
  const { total, hidden } = page;
  const common = {
    ...list,
    total,
    hidden,
    tookMs,
    asking: null,
    isKnown: true,
    problem: null,
  };
  switch (reach) {
    case "first":
      return { ...common, rows: page.sessions, next: page.next };
    case "more": {
      const known = new Set(list.rows.map(keyOf));
      const more = page.sessions.filter((session) => !known.has(keyOf(session)));
      return torn({ ...common, rows: [...list.rows, ...more], next: page.next });
    }
    case "refresh": {
      const { tail, isMoved } = page.next === null ? nothingBehind : behind(page, list.rows, order);
      if (tail.length === 0) return { ...common, rows: page.sessions, next: page.next };
      return torn({ ...common, isTorn: isMoved || list.isTorn, rows: [...page.sessions, ...tail] });
    }
  }
}

/** Read to the end with fewer rows than the total: something was removed after its page was read. */
function torn(list: Listing): Listing {
  return { ...list, isTorn: list.isTorn || (list.next === null && list.rows.length !== list.total) };
}

const nothingBehind = { tail: [], isMoved: false };

/** Rows read before that follow the page; rows that moved up are on it. `isMoved`: one is gone, or comes later now. */
function behind(
  { sessions }: Page,
  rows: readonly SessionSummary[],
  order: ListOrder,
): { readonly tail: readonly SessionSummary[]; readonly isMoved: boolean } {
  const last = sessions.at(-1);
  if (!last) return nothingBehind;
  const rank = rankOf[order];
  const onPage = new Set(sessions.map(keyOf));
  const others = rows.filter((session) => !onPage.has(keyOf(session)));
  const tail = others.filter((session) => rank(session) <= rank(last));
  return { tail, isMoved: tail.length < others.length };
}

function searchedAgain(state: State): State {
  const { search, list } = state;
  if (!search) return state;
  const matching = matchingRows(list.rows, search.parsed, search.found, state);
  return { ...state, search: { ...search, matching } };
}

/** Selects the session that was selected, or what is in its place now. */
function withWanted(before: State, after: State): State {
  const { wanted } = before;
  if (wanted === null) return { ...after, scroll: atTop };
  const rows = shownRows(after);
  const there = rows.findIndex((session) => keyOf(session) === keyOf(wanted));
  if (there >= 0) return selectedAt(before, after, there);
  // Matches are sorted by how well they match.
  if (rows !== after.list.rows) return selectedAt(before, after, before.scroll.chosen);
  const rank = rankOf[after.filters.order];
  const next = rows.findIndex((session) => rank(session) <= rank(wanted));
  return selectedAt(before, after, next < 0 ? rows.length - 1 : next);
}

function withLeft(state: State): State {
  const { left } = state;
  const row = left === null ? -1 : shownRows(state).findIndex(({ id }) => id === left);
  return row < 0 ? state : selectedAt(state, { ...state, left: null }, row);
}

function atEnd(state: State): State {
  const chosen = Math.max(0, shownRows(state).length - 1);
  return { ...state, wantsEnd: state.list.next !== null, scroll: { ...state.scroll, chosen } };
}

/** Started only after the first rows are shown, so that nothing delays them. */
function tasksAfterFirst(state: State): Task[] {
  const { filters, runs, isWatching, list, here } = state;
  return [
    ...(isWatching ? [] : [{ do: "watch" } as const, { do: "clock" } as const]),
    ...(runs.isAll === filters.isAll ? [] : [{ do: "status", scope: scopeOf(state) } as const]),
    ...(runs.isOfferAsked || filters.isAll ? [] : [{ do: "offer", cwd: here.cwd } as const]),
    ...(list.total === 0 ? [{ do: "look-anywhere" } as const] : []),
  ];
}

const mostWarnings = 100;

function withWarnings(known: readonly Warning[], more: readonly Warning[]): readonly Warning[] {
  if (more.length === 0) return known;
  const all = new Map([...known, ...more].map((warning) => [`${warning.kind} ${warning.path}`, warning]));
  return [...all.values()].slice(-mostWarnings);
}
