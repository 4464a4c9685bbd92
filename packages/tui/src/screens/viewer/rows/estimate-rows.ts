import { type Item, presented, textsOf } from "@reprise/model";
import { rowLimit } from "../../../items/row-options.ts";
import type { Block } from "../turns/loaded-turn.ts";

const foldedOutput = 9;

/** Estimates the rows of a block without laying it out. */
export function estimateRows(block: Block, isFolded: boolean, columns: number): number {
  if (block.kind === "heading") return block.isFirst ? 1 : 2;
  if (block.kind === "damage") return block.moreCount > 0 ? 2 : 1;
  return 1 + Math.min(rowsIn(block.item, Math.max(1, columns)), isFolded ? foldedOutput : rowLimit);
}

/** Extrapolates from the first lines. */
function rowsIn(item: Item, columns: number): number {
  const { tone, icon, blocks } = presented(item);
  const texts = blocks.flatMap((block) => {
    if (block.type === "change") return block.diff ?? [];
    return block.type === "output" || block.type === "prose" || (block.type === "exact" && tone === "aside")
      ? block.text
      : [];
  });
  // What was done is shown above its output, and above each diff.
  const isTitled = tone === "work" || tone === "given" || icon === "more";
  const titles = (isTitled ? 1 : 0) + blocks.filter(({ type }) => type === "change").length;
  const [first = ""] = texts;
  if (first === "") return Math.max(1, titles);
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  const head = first.slice(0, sample).replace(/\n$/, "");
  const rows = head.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
  return titles + Math.ceil(rows * Math.max(1, size / Math.max(1, head.length)));
}

const sample = 600;

/** Characters of an item in memory, about. */
export function lengthOf(item: Item): number {
  let length = 0;
  for (const { value } of textsOf(item)) length += typeof value === "string" ? value.length : 80;
  return length;
}
