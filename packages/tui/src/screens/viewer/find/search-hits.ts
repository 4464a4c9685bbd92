import { type Item, itemPlainText, type SessionSummary } from "@reprise/model";
import type { ViewerTask } from "../state.ts";
import type { LoadedTurn } from "../turns/loaded-turn.ts";

/** A search through the whole session: the matching items known so far. */
export interface Search {
  /** Empty if there is no search. */
  readonly text: string;
  /** All must match: the text as typed, or the words of the list's search. */
  readonly parts: readonly string[];
  /** Ordered. Each encodes two numbers: see `hitOf`. */
  readonly hits: readonly number[];
  /** Every turn up to this one was searched; later ones only if loaded. */
  readonly upTo: number;
  readonly held: { readonly from: number; readonly to: number } | null;
  readonly isDone: boolean;
  /** Requested before it was known. `first`: the first from the cursor on, inclusive. */
  readonly wants: "next" | "previous" | "first" | null;
  readonly controller: AbortController | null;
}

export const noSearch: Search = {
  text: "",
  parts: [],
  hits: [],
  upTo: -1,
  held: null,
  isDone: true,
  wants: null,
  controller: null,
};

const itemsInTurn = 2 ** 24;

/** Encodes a turn and an item index: a million hits take eight megabytes, not a hundred. */
export function hitOf(turn: number, item: number): number {
  return turn * itemsInTurn + item;
}

export function addressOfHit(hit: number): { readonly turn: number; readonly item: number } {
  return { turn: Math.floor(hit / itemsInTurn), item: hit % itemsInTurn };
}

/** `parts` in lower case. */
export function isHit(item: Item, parts: readonly string[]): boolean {
  const words = itemPlainText(item).toLowerCase();
  return parts.every((part) => words.includes(part));
}

export function inLowerCase(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.toLowerCase());
}

/** Searches loaded turns at once; the task searches the rest. */
export function beginSearch(
  { text, parts }: Pick<Search, "text" | "parts">,
  turns: readonly LoadedTurn[],
  session: SessionSummary,
): { readonly search: Search; readonly task: ViewerTask } {
  const controller = new AbortController();
  const [first, last] = [turns[0], turns.at(-1)];
  const held = first && last ? { from: first.number, to: last.number } : null;
  return {
    search: { ...noSearch, text, parts, hits: hitsIn(turns, parts), held, isDone: false, controller },
    task: { type: "search", session, text, parts, stop: controller.signal },
  };
}

export function hitsIn(turns: readonly LoadedTurn[], parts: readonly string[]): number[] {
  const lower = inLowerCase(parts);
  return turns.flatMap(({ number, blocks }) =>
    blocks
      .filter((block) => block.kind === "item")
      .flatMap(({ item }, index) => (isHit(item, lower) ? [hitOf(number, index)] : [])),
  );
}

/** Replaces the hits of some turns. */
export function withHits(
  search: Search,
  found: readonly number[],
  span: { readonly from: number; readonly to: number },
): Search {
  const start = indexAfter(search.hits, hitOf(span.from, 0) - 1);
  const end = indexAfter(search.hits, hitOf(span.to + 1, 0) - 1);
  return { ...search, hits: [...search.hits.slice(0, start), ...found, ...search.hits.slice(end)] };
}

export function indexAfter(hits: readonly number[], hit: number): number {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle] ?? 0) <= hit) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Found = { readonly hit: number; readonly hasWrapped: boolean } | "unknown" | "none";

/** The nearest hit after or before an item, wrapping round; unknown while a turn in between was not searched. */
export function nearest(search: Search, from: number, turn: number, direction: "next" | "previous"): Found {
  const { hits, isDone } = search;
  if (isDone && hits.length === 0) return "none";
  const [near, far] =
    direction === "next"
      ? [hits[indexAfter(hits, from)], hits[0]]
      : [hits[indexAfter(hits, from - 1) - 1], hits.at(-1)];
  if (near !== undefined)
    return isCovered(search, turn, addressOfHit(near).turn) ? { hit: near, hasWrapped: false } : "unknown";
  const edge = direction === "next" ? Number.POSITIVE_INFINITY : 0;
  if (!isCovered(search, turn, edge) || far === undefined) return "unknown";
  const start = direction === "next" ? 0 : Number.POSITIVE_INFINITY;
  return isCovered(search, start, addressOfHit(far).turn) ? { hit: far, hasWrapped: true } : "unknown";
}

function isCovered({ isDone, upTo, held }: Search, one: number, other: number): boolean {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  if (isDone || to <= upTo) return true;
  if (!held || to > held.to) return false;
  return from >= held.from || upTo >= held.from - 1;
}
