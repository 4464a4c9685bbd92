import type { Item, SessionSummary } from "@reprise/model";

/** The end of the selected conversation, or where a search matches it, beside or below the list. */
export interface Preview {
  /** The person wants it where there is room. */
  readonly isOn: boolean;
  /** What should be shown; null for nothing. */
  readonly wanted: Wanted | null;
  /** What was read, by its key; the last used last. */
  readonly known: ReadonlyMap<string, Previewed>;
  /** Rows away from where it starts. */
  readonly scroll: number;
}

export interface Wanted {
  readonly key: string;
  readonly session: SessionSummary;
  /** Where a search matches; null for the end. */
  readonly match: SoughtMatch | null;
  /** The key of an earlier reading of the same, shown until this one is there. */
  readonly before: string | null;
}

export interface SoughtMatch {
  readonly turn: number;
  /** The id of the item. */
  readonly item: string;
  readonly terms: readonly string[];
}

export interface Previewed {
  readonly turns: readonly PreviewTurn[];
  /** Why nothing could be read. */
  readonly problem: string | null;
}

export interface PreviewTurn {
  readonly heading: string;
  /** For work without a recorded outcome. */
  readonly openWords: string;
  /** Shortened: only so much is kept of each. */
  readonly items: readonly Item[];
}

/** What there is to show; null while it is read. */
export function previewedNow({ wanted, known }: Preview): Previewed | null {
  if (wanted === null) return null;
  return known.get(wanted.key) ?? (wanted.before === null ? null : (known.get(wanted.before) ?? null));
}

/** Enough to go back to the sessions around the selected one at once. */
const mostKnown = 8;

export function withPreviewed(preview: Preview, key: string, previewed: Previewed): Preview {
  const known = new Map(preview.known);
  known.delete(key);
  known.set(key, previewed);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return { ...preview, known };
}
