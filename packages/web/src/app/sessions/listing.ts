import type { Hidden, Page, SessionSummary } from "@reprise/model";

/** Sessions read so far, newest first. Answers with another `epoch` belong to an outdated query. */
export interface Listing {
  readonly epoch: number;
  readonly rows: readonly SessionSummary[];
  readonly total: number;
  readonly next: string | null;
  readonly hidden: Hidden;
  /** One query at a time. */
  readonly asking: Reach | null;
  readonly isKnown: boolean;
  /** Something changed since the last query. */
  readonly isStale: boolean;
  /** The user wants every row: for a search, or the end of the list. */
  readonly wantsAll: boolean;
  readonly problem: string | null;
}

export type Reach = "first" | "more" | "refresh";

export const firstCount = 100;
const moreCount = 1000;
/** Rows read again after a change; rows further down move only to the top. */
const mostRefreshed = 200;

export const noListing: Listing = {
  epoch: 0,
  rows: [],
  total: 0,
  next: null,
  asking: null,
  isKnown: false,
  isStale: false,
  wantsAll: false,
  problem: null,
  hidden: { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 },
};

/** Another query: its rows replace these when they come. */
export function newQuery(list: Listing): Listing {
  return { ...list, epoch: list.epoch + 1, asking: null, isStale: true, next: null };
}

/** What to read next; null: nothing, or a query runs. */
export function nextQuery(list: Listing, isNearEnd: boolean): { reach: Reach; limit: number } | null {
  if (list.asking !== null || list.problem !== null) return null;
  if (!list.isKnown) return { reach: "first", limit: firstCount };
  if (list.isStale) return { reach: "refresh", limit: Math.max(firstCount, Math.min(mostRefreshed, list.rows.length)) };
  if (list.next !== null && (list.wantsAll || isNearEnd)) return { reach: "more", limit: moreCount };
  return null;
}

export function asked(list: Listing, reach: Reach): Listing {
  return { ...list, asking: reach, isStale: reach === "more" ? list.isStale : false };
}

export function withPage(
  list: Listing,
  page: Page,
  { reach, epoch, isByTime }: { reach: Reach; epoch: number; isByTime: boolean },
): Listing {
  if (epoch !== list.epoch) return list;
  const { total, hidden } = page;
  const known = { ...list, total, hidden, asking: null, isKnown: true, problem: null };
  if (reach === "more") {
    const has = new Set(list.rows.map(keyOf));
    const rows = [...list.rows, ...page.sessions.filter((session) => !has.has(keyOf(session)))];
    return { ...known, rows, next: page.next };
  }
  // In another order, rows further down may have changed their place.
  const tail = page.next === null || !isByTime ? [] : tailBehind(page, list.rows);
  const rows = [...page.sessions, ...tail];
  // Rows that are gone leave a gap: read all again from the page on.
  const isTorn = tail.length > 0 && list.next === null && rows.length !== total;
  if (tail.length === 0 || isTorn) return { ...known, rows: page.sessions, next: page.next };
  return { ...known, rows, next: list.next };
}

export function failed(list: Listing, epoch: number, problem: string): Listing {
  return epoch === list.epoch ? { ...list, asking: null, problem } : list;
}

export function keyOf({ id, files }: SessionSummary): string {
  return `${id} ${files[0]?.path ?? ""}`;
}

/** Rows read before that follow the page; those that moved up are on it. */
function tailBehind({ sessions }: Page, rows: readonly SessionSummary[]): SessionSummary[] {
  const last = sessions.at(-1)?.updatedAt ?? "";
  const onPage = new Set(sessions.map(keyOf));
  return rows.filter((session) => (session.updatedAt ?? "") <= last && !onPage.has(keyOf(session)));
}
