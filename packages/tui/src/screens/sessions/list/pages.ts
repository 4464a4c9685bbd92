import type { Page, SessionSummary, Warning } from "@reprise/model";
import type { Size, Step } from "../../../kernel/screen.ts";
import { layoutOf } from "../layout.ts";
import type { Message, Task } from "../messages.ts";
import { firstPage, orderedQuery, pageSize, scopeOf } from "../query.ts";
import { matchingRows } from "../search/matching-rows.ts";
import {
  type Filters,
  type Listing,
  type ListOrder,
  newListing,
  noEarlyKeys,
  type State,
  shownRows,
} from "../state.ts";
import { chosenKey, keepSelection, keyOf } from "./selection.ts";

/** Rows kept loaded below the window. */
const aheadCount = 2 * pageSize;
/** Page size: a query costs much the same for twenty rows and for hundreds. */
const moreCount = 500;
/** Page size when the whole list is wanted. */
const wholeCount = 2000;
/** Rows read again after a change; rows further down move only to the top. */
const mostRefreshed = 200;
/** Wait for the screen to show the latest rows or key before the next query. */
const afterPaintMs = 50;
/** An agent changes files many times a second. Reading again takes at most a tenth of the time. */
const leastRestMs = 250;
const restShare = 10;

type PageMessage = Extract<Message, { readonly type: "page" }>;

/** Reloads the list with new filters; keeps the selection if it is on the first page. */
export function listAgain(state: State, filters: Filters): Step<State, Task> {
  const next: State = {
    ...state,
    filters,
    wanted: chosenKey(state) ?? state.wanted,
    list: newListing(state.list.epoch + 1, state.list),
    wantsEnd: false,
    earlyKeys: noEarlyKeys,
    anywhere: null,
  };
  return { state: next, tasks: [firstPage(orderedQuery(next), next.list.epoch)] };
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
    const placed = state.wantsEnd ? atEnd(next) : withWanted(next, state.wanted);
    return { state: placed, tasks: tasksAfterFirst(next) };
  }
  const isOther = message.reach === "refresh" && hasOtherStates(state.list, message.page);
  const tasks = isOther ? [{ do: "status", scope: scopeOf(next) } as const] : [];
  if (state.wantsEnd) return { state: atEnd(next), tasks };
  return { state: keepSelection(state, next), tasks };
}

/** A session was added, removed, ended or restarted: the number of interrupted ones may have changed. */
function hasOtherStates({ rows, total }: Listing, page: Page): boolean {
  if (total !== page.total) return true;
  const known = new Map(rows.slice(0, 2 * mostRefreshed).map((session) => [keyOf(session), session.state]));
  return page.sessions.some((session) => known.get(keyOf(session)) !== session.state);
}

/** Queries what is missing, one query at a time. */
export function askOn(state: State, size: Size): Step<State, Task> {
  const { list } = state;
  if (list.asking !== null || !list.isKnown) return { state };
  if (list.isStale || list.isTorn)
    return { state: asking(state, "refresh"), tasks: [refreshTask(state, size)] };
  const count = missingCount(state, size);
  if (list.next === null || count === 0) return { state };
  const query = { ...orderedQuery(state), limit: count, cursor: list.next };
  return {
    state: asking(state, "more"),
    tasks: [{ do: "list", reach: "more", epoch: list.epoch, query, waitMs: afterPaintMs }],
  };
}

/** Something may have changed: near the top, or in any row. The next query waits for the running one. */
export function changed(state: State, where: "top" | "anywhere" = "top"): State {
  const { list } = state;
  return { ...state, list: { ...list, isStale: true, isTorn: list.isTorn || where === "anywhere" } };
}

function asking(state: State, reach: "more" | "refresh"): State {
  const list = { ...state.list, asking: reach };
  return { ...state, list: reach === "more" ? list : { ...list, isStale: false, isTorn: false } };
}

function refreshTask(state: State, size: Size): Task {
  const { list, scroll } = state;
  const bottom = scroll.top + layoutOf(state, size).listHeight;
  const near = Math.max(pageSize, Math.min(mostRefreshed, bottom + pageSize));
  const limit = list.isTorn ? list.rows.length + pageSize : near;
  const query = { ...orderedQuery(state), limit };
  return {
    do: "list",
    reach: "refresh",
    epoch: list.epoch,
    query,
    waitMs: Math.max(leastRestMs, restShare * list.tookMs),
  };
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
      const tail = page.next === null ? [] : tailBehind(page, list.rows, order);
      if (tail.length === 0) return { ...common, rows: page.sessions, next: page.next };
      return torn({ ...common, rows: [...page.sessions, ...tail] });
    }
  }
}

/** Read to the end with fewer rows than the total: something was removed after its page was read. */
function torn(list: Listing): Listing {
  return { ...list, isTorn: list.isTorn || (list.next === null && list.rows.length !== list.total) };
}

/** Rows read before that follow the page; rows that moved up are on it. */
function tailBehind({ sessions }: Page, rows: readonly SessionSummary[], order: ListOrder): SessionSummary[] {
  const last = sessions.at(-1);
  const rank = ranks[order];
  const onPage = new Set(sessions.map(keyOf));
  return rows.filter((session) => last && rank(session) <= rank(last) && !onPage.has(keyOf(session)));
}

/** The greatest is first. */
const ranks: Readonly<Record<ListOrder, (session: SessionSummary) => string | number>> = {
  updated: ({ updatedAt }) => updatedAt ?? "",
  size: ({ sizeBytes }) => sizeBytes,
  turns: ({ turnCount }) => turnCount,
};

function searchedAgain(state: State): State {
  const { search, list } = state;
  if (!search) return state;
  const matching = matchingRows(list.rows, search.parsed, search.found, state);
  return { ...state, search: { ...search, matching } };
}

function withWanted(state: State, wanted: string | null): State {
  const found = wanted === null ? -1 : shownRows(state).findIndex((session) => keyOf(session) === wanted);
  return { ...state, scroll: { top: 0, chosen: Math.max(0, found) } };
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
