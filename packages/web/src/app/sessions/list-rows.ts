import {
  countsOf,
  exactLine,
  fold,
  type Hit,
  localTime,
  type ParsedSearch,
  rootOf,
  type SessionId,
  type SessionSummary,
  searchRows,
} from "@reprise/model";
import type { Found } from "./content-search.ts";
import { keyOf, type Listing } from "./listing.ts";

/** What the list shows, in order. */
export type ListRow =
  | { readonly kind: "session"; readonly key: string; readonly session: SessionSummary }
  | { readonly kind: "heading"; readonly key: string; readonly text: string }
  | {
      readonly kind: "hit";
      readonly key: string;
      /** The best of the session. */
      readonly hit: Hit;
      readonly hitCount: number;
      readonly session: SessionSummary | null;
    };

export interface Sought {
  /** Null: nothing was typed. */
  readonly search: ParsedSearch | null;
  readonly found: Found;
  readonly homeFolder: string;
}

/** All sessions; in a search, those whose row matches, then those with matches in the conversation, the best first. */
export function listRows({ rows, next }: Listing, { search, found, homeFolder }: Sought): readonly ListRow[] {
  if (search === null) return rows.map(sessionRow);
  const matching = matchingRows(rows, search, homeFolder).map(sessionRow);
  const byId = new Map(rows.map((session) => [session.id, session]));
  const hits = bySession(found.hits).map(([session, { hit, count }]): ListRow => {
    return { kind: "hit", key: `hit-${session}`, hit, hitCount: count, session: byId.get(session) ?? null };
  });
  return [
    { kind: "heading", key: "titles", text: titleHeading(matching.length, next !== null) },
    ...matching,
    { kind: "heading", key: "contents", text: contentHeading(hits.length, found) },
    ...hits,
  ];
}

/** Titles first, then other rows that show the words. */
function matchingRows(
  rows: readonly SessionSummary[],
  parsed: ParsedSearch,
  homeFolder: string,
): readonly SessionSummary[] {
  const search = searchRows(parsed);
  const left = rows.filter((session) => search.isLeft(session));
  const titles = left.filter((session) => search.isInTitle(session));
  const isTitle = new Set(titles);
  const others = left.filter((session) => !isTitle.has(session) && search.isIn(fieldsOf(session, homeFolder)));
  return [...titles, ...others];
}

/** Cached: another letter must not rebuild every text. */
const fields = new WeakMap<SessionSummary, string>();

function fieldsOf(session: SessionSummary, homeFolder: string): string {
  let text = fields.get(session);
  if (text === undefined) {
    const { id, agent, state, workspace, updatedAt } = session;
    const shown = [
      ...[state, agent, exactLine(id), rootOf(session, homeFolder), exactLine(workspace ?? "")],
      ...[localTime(updatedAt), countsOf(session)],
    ];
    text = fold(shown.join("\n"));
    fields.set(session, text);
  }
  return text;
}

/** The best place of each session, and how many there are; titles are above. */
function bySession(hits: readonly Hit[]): [SessionId, { hit: Hit; count: number }][] {
  const found = new Map<SessionId, { hit: Hit; count: number }>();
  for (const hit of hits) {
    if (hit.kind === "title") continue;
    const known = found.get(hit.session);
    found.set(hit.session, { hit: known?.hit ?? hit, count: (known?.count ?? 0) + 1 });
  }
  return [...found];
}

function sessionRow(session: SessionSummary): ListRow {
  return { kind: "session", key: keyOf(session), session };
}

function titleHeading(count: number, isReading: boolean): string {
  return `Titles and folders: ${count}${isReading ? ", still reading" : ""}`;
}

function contentHeading(sessionCount: number, { isSearching, indexed, isCut, problem }: Found): string {
  if (problem !== null) return `Conversations: not searched. ${problem}`;
  const count = `${sessionCount}${isCut ? "+" : ""}`;
  const doing =
    indexed === null ? "still searching" : `reading them for the first time: ${Math.floor(indexed * 100)} %`;
  return `Conversations: ${count}${isSearching ? `, ${doing}` : ""}`;
}

const heights: Readonly<Record<ListRow["kind"], number>> = { session: 54, heading: 34, hit: 54 };

export function heightOf({ kind }: ListRow): number {
  return heights[kind];
}

export function isChoice({ kind }: ListRow): boolean {
  return kind !== "heading";
}

/** The next row that can be chosen in a direction; the same one at the end. */
export function movedFrom(rows: readonly ListRow[], from: number, by: number): number {
  const step = by < 0 ? -1 : 1;
  const wanted = Math.max(0, Math.min(rows.length - 1, from + by));
  for (let at = wanted; at >= 0 && at < rows.length; at += step) if (isChoiceAt(rows, at)) return at;
  for (let at = wanted; at >= 0 && at < rows.length; at -= step) if (isChoiceAt(rows, at)) return at;
  return from;
}

function isChoiceAt(rows: readonly ListRow[], at: number): boolean {
  const row = rows[at];
  return row !== undefined && isChoice(row);
}

/** The chosen row by its key: rows above it come and go. */
export function placeOf(rows: readonly ListRow[], key: string | null): number {
  const at = key === null ? -1 : rows.findIndex((row) => row.key === key);
  return at >= 0 ? at : rows.findIndex(isChoice);
}
