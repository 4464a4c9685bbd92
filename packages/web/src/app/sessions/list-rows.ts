import type { Hit, SessionSummary } from "@reprise/model";
import type { Found } from "./content-search.ts";
import { keyOf, type Listing } from "./listing.ts";
import { sessionsWith } from "./searchable.ts";

/** What the list shows, in order. */
export type ListRow =
  | { readonly kind: "session"; readonly key: string; readonly session: SessionSummary }
  | { readonly kind: "heading"; readonly key: string; readonly text: string }
  | {
      readonly kind: "hit";
      readonly key: string;
      readonly hit: Hit;
      readonly session: SessionSummary | null;
    };

export interface Sought {
  readonly words: readonly string[];
  readonly found: Found;
  readonly homeFolder: string;
}

/** All sessions; in a search, those whose row matches, then the places in conversations. */
export function listRows({ rows, next }: Listing, { words, found, homeFolder }: Sought): readonly ListRow[] {
  const matching = sessionsWith(rows, words, homeFolder).map(sessionRow);
  if (words.length === 0) return matching;
  const byId = new Map(rows.map((session) => [session.id, session]));
  const hits = found.hits.map((hit, index): ListRow => {
    return { kind: "hit", key: `hit-${index}`, hit, session: byId.get(hit.session) ?? null };
  });
  return [
    { kind: "heading", key: "titles", text: titleHeading(matching.length, next !== null) },
    ...matching,
    { kind: "heading", key: "contents", text: contentHeading(found) },
    ...hits,
  ];
}

function sessionRow(session: SessionSummary): ListRow {
  return { kind: "session", key: keyOf(session), session };
}

function titleHeading(count: number, isReading: boolean): string {
  return `Titles and folders: ${count}${isReading ? ", still reading" : ""}`;
}

function contentHeading({ hits, isSearching, isCut, problem }: Found): string {
  if (problem !== null) return `Conversations: not searched. ${problem}`;
  const count = `${hits.length}${isCut ? "+" : ""}`;
  return `Conversations: ${count}${isSearching ? ", still searching" : ""}`;
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
