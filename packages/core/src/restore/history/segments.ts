import type { CountTokens } from "../../transcript/count-tokens.ts";
import { type PortableEntry, tokensOfEntry } from "./portable-entry.ts";

/** A larger item is a segment of its own. */
export interface Segment {
  readonly number: number;
  readonly entries: readonly PortableEntry[];
  readonly tokens: number;
}

/** Greedy: every item once, in order. */
export function segmentsOf(
  entries: readonly PortableEntry[],
  options: { readonly mostTokens: number; readonly count: CountTokens },
): Segment[] {
  const segments: { number: number; entries: PortableEntry[]; tokens: number }[] = [];
  for (const entry of entries) {
    const tokens = tokensOfEntry(entry, options.count);
    const last = segments.at(-1);
    if (last && last.tokens + tokens <= options.mostTokens) {
      last.entries.push(entry);
      last.tokens += tokens;
    } else segments.push({ number: segments.length + 1, entries: [entry], tokens });
  }
  return segments;
}
