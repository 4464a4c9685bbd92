import { FoldedText, fold, type Item, withoutImage, withTexts } from "@reprise/model";

/** What is shown before a match, and of it with what follows. */
const before = 1_000;
const after = 2_500;
/** Folded at once; keys are answered in between. */
const sliceLength = 200_000;

/** The item with each text longer than the limit cut to the part around its first match. Null if aborted. */
export async function aroundMatch(
  item: Item,
  limit: number,
  terms: readonly string[],
  signal: AbortSignal,
): Promise<Item | null> {
  const parts = new Map<string, string>();
  const longTexts = new Set<string>();
  withTexts(item, (text) => {
    if (text.length > limit) longTexts.add(text);
    return text;
  });
  for (const text of longTexts) {
    const at = await firstMatch(text, terms, signal);
    if (signal.aborted) return null;
    if (at !== null && at + before > limit / 2) parts.set(text, partAround(text, at));
  }
  if (parts.size === 0) return item;
  return withTexts(withoutImage(item), (text) => parts.get(text) ?? text);
}

function partAround(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - before), at + after];
  return `…${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

async function firstMatch(text: string, terms: readonly string[], signal: AbortSignal): Promise<number | null> {
  const sought = terms.map(fold).filter((term) => term !== "");
  const overlap = Math.max(0, ...terms.map((term) => term.length)) + 10;
  for (let from = 0; from < text.length && !signal.aborted; from += sliceLength) {
    const slice = text.slice(from, from + sliceLength + overlap);
    const folded = fold(slice);
    if (sought.some((term) => folded.includes(term))) return from + placeIn(slice, sought);
    await new Promise((resume) => setImmediate(resume));
  }
  return null;
}

function placeIn(slice: string, sought: readonly string[]): number {
  const folded = new FoldedText(slice);
  const places = sought.map((term) => folded.text.indexOf(term)).filter((at) => at !== -1);
  return places.length === 0 ? 0 : (folded.rangeOf(Math.min(...places), Math.min(...places) + 1)[0] ?? 0);
}
