import { insideShift, type Places } from "./candidates.ts";
import { type TextField, textFields } from "./item-text.ts";

/** What has all the words. */
export type SearchReach = "item" | "turn" | "session";

const reaches = ["item", "turn", "session"] as const satisfies readonly SearchReach[];

/** The lower, the better: how near the words are to each other, then whether they start words, then where they are. */
export function rankOf(found: {
  readonly reach: SearchReach;
  readonly isInside: boolean;
  readonly field: TextField;
}): number {
  return (
    reaches.indexOf(found.reach) * 2 * textFields.length +
    (found.isInside ? textFields.length : 0) +
    textFields.indexOf(found.field)
  );
}

export interface RankedTurn {
  readonly turn: number;
  readonly rank: number;
}

/** Turns that may have all the terms in one item, and those that may have them in several, each by the best rank possible. */
export function rankedTurns(
  session: number,
  terms: readonly (Places | null)[],
): { readonly inItem: readonly RankedTurn[]; readonly inTurn: readonly RankedTurn[] } {
  const inItem: RankedTurn[] = [];
  const inTurn: RankedTurn[] = [];
  const known = terms.flatMap((places) => (places === null ? [] : [places.get(session)]));
  const [first] = known;
  for (const turn of first?.keys() ?? []) {
    const masks = known.map((turns) => turns?.get(turn) ?? 0);
    const item = bestShared(masks);
    if (item !== null) inItem.push({ turn, rank: item });
    if (masks.every((mask) => mask !== 0)) inTurn.push({ turn, rank: rankApart(masks, "turn") });
  }
  return { inItem: inItem.toSorted(byRank), inTurn: inTurn.toSorted(byRank) };
}

/** The best rank a session may have; null if a term is nowhere in it. */
export function bestRank(session: number, terms: readonly (Places | null)[]): number | null {
  const { inItem, inTurn } = rankedTurns(session, terms);
  const best = inItem[0] ?? inTurn[0];
  if (best) return best.rank;
  const masks = terms.map((places) => (places === null ? everyField : unionOf(places.get(session))));
  return masks.some((mask) => mask === 0) ? null : rankApart(masks, "session");
}

function byRank(a: RankedTurn, b: RankedTurn): number {
  return a.rank - b.rank || a.turn - b.turn;
}

const everyField = (1 << textFields.length) - 1;

function unionOf(turns: ReadonlyMap<number, number> | undefined): number {
  let mask = 0;
  for (const one of turns?.values() ?? []) mask |= one;
  return mask;
}

/** Commands and tools have two fields; a term may be in each. */
const bothFields = (1 << textFields.indexOf("work")) | (1 << textFields.indexOf("output"));

/** The best rank of one item that has all of them; null if there can be none. */
function bestShared(masks: readonly number[]): number | null {
  const anywhere = masks.map((mask) => mask | (mask >> insideShift));
  const start = masks.reduce((all, mask) => all & mask, everyField);
  const anyhow = anywhere.reduce((all, mask) => all & mask, everyField);
  const ranks: number[] = [];
  if (start !== 0) ranks.push(rankOf({ reach: "item", isInside: false, field: firstField(start) }));
  if (anyhow !== 0) ranks.push(rankOf({ reach: "item", isInside: true, field: firstField(anyhow) }));
  if (anywhere.every((mask) => (mask & bothFields) !== 0))
    ranks.push(rankOf({ reach: "item", isInside: false, field: "output" }));
  return ranks.length === 0 ? null : Math.min(...ranks);
}

function rankApart(masks: readonly number[], reach: SearchReach): number {
  const isInside = masks.some((mask) => (mask & everyField) === 0);
  const fields = masks.map((mask) => textFields.indexOf(firstField(mask & everyField || mask >> insideShift)));
  return rankOf({ reach, isInside, field: textFields[Math.max(...fields)] ?? "output" });
}

function firstField(mask: number): TextField {
  return textFields[31 - Math.clz32(mask & -mask)] ?? "output";
}
