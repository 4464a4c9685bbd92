import {
  isBlankSearch,
  type Marker,
  markerOf,
  type ParsedSearch,
  parseSearch,
  SessionError,
  type Timestamp,
  termsIn,
} from "@reprise/model";

export interface ReadSearch {
  /** Null: nothing to search for. */
  readonly search: ParsedSearch | null;
  /** Why the line cannot be read. */
  readonly problem: string | null;
  readonly marker: Marker;
}

/** The search line as typed. */
export function readSearch(line: string, agents: readonly { readonly agent: string }[]): ReadSearch {
  const marker = markerOf(termsIn(line));
  const now = new Date().toISOString() as Timestamp;
  try {
    const parsed = parseSearch(line, { agents: agents.map(({ agent }) => agent), now });
    return { search: isBlankSearch(parsed) ? null : parsed, problem: null, marker };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { search: null, problem: error.message, marker };
  }
}
