import type { FindLine, ItemPlace } from "@reprise/model";
import { isBefore } from "./viewed.ts";

export type FoundPlace = Omit<Extract<FindLine, { readonly type: "found" }>, "type">;

/** A search through one session: the places known so far. */
export interface Finding {
  readonly text: string;
  readonly places: readonly FoundPlace[];
  /** Everything up to this turn was searched. */
  readonly upTo: number;
  readonly isDone: boolean;
  readonly problem: string | null;
  /** The place that is shown; -1 for none. */
  readonly current: number;
}

export const noFinding: Finding = { text: "", places: [], upTo: 0, isDone: true, problem: null, current: -1 };

export function withLines(finding: Finding, lines: readonly FindLine[]): Finding {
  const places = [...finding.places];
  let { upTo } = finding;
  for (const line of lines) {
    if (line.type === "found") {
      const { type: _, ...place } = line;
      places.push(place);
    } else upTo = line.turn;
  }
  return { ...finding, places, upTo };
}

/** The next place after one, or the one before it, round the ends; -1 if nothing was found. */
export function nextPlace(places: readonly FoundPlace[], from: ItemPlace | null, direction: 1 | -1): number {
  if (places.length === 0) return -1;
  if (from === null) return direction === 1 ? 0 : places.length - 1;
  if (direction === 1) {
    const after = places.findIndex((place) => isBefore(from, place));
    return after === -1 ? 0 : after;
  }
  const before = places.findLastIndex((place) => isBefore(place, from));
  return before === -1 ? places.length - 1 : before;
}
