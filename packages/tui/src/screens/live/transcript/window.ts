import type { Entry } from "@reprise/model";
import { type BlockRow, type Blocks, moveRows } from "../../../widgets/move-rows.ts";
import { entryHeight, entryRows, type Laying } from "./rows.ts";

/** The first visible row; null while following the end. */
export type Anchor = { readonly key: string; readonly row: number } | null;

interface Area extends Omit<Laying, "theme"> {
  readonly height: number;
}

/** The visible rows; lays out only these. */
export function windowRows(
  entries: readonly Entry[],
  anchor: Anchor,
  height: number,
  laying: Laying,
): readonly string[] {
  const start = anchor === null ? null : spotOf(entries, anchor, laying);
  return start === null ? endRows(entries, height, laying) : rowsFrom(entries, start, height, laying);
}

/** Null at the end: following resumes. */
export function scrolled(entries: readonly Entry[], anchor: Anchor, by: number, area: Area): Anchor {
  const last = entries.length - 1;
  if (last < 0) return null;
  const blocks: Blocks<number> = {
    height: (index) => entryHeight(entries[index] as Entry, area),
    before: (index) => (index > 0 ? index - 1 : null),
    after: (index) => (index < last ? index + 1 : null),
  };
  const end = moveRows({ block: last, row: blocks.height(last) - 1 }, 1 - area.height, blocks);
  const from = (anchor && spotOf(entries, anchor, area)) ?? end;
  const to = moveRows(from, by, blocks);
  const entry = entries[to.block];
  return isBefore(to, end) && entry ? { key: entry.key, row: to.row } : null;
}

function endRows(entries: readonly Entry[], height: number, laying: Laying): readonly string[] {
  const blocks: (readonly string[])[] = [];
  let count = 0;
  for (let index = entries.length - 1; index >= 0 && count < height; index -= 1) {
    const rows = entryRows(entries[index] as Entry, laying);
    blocks.unshift(rows);
    count += rows.length;
  }
  return blocks.flat().slice(-height);
}

function rowsFrom(
  entries: readonly Entry[],
  { block, row }: BlockRow<number>,
  height: number,
  laying: Laying,
): string[] {
  const rows: string[] = [];
  for (let at = block; at < entries.length && rows.length < height; at += 1)
    rows.push(...entryRows(entries[at] as Entry, laying).slice(at === block ? row : 0));
  return rows.slice(0, height);
}

/** After a change of width this may be another row of the same entry. Null if the entry is gone. */
function spotOf(
  entries: readonly Entry[],
  { key, row }: NonNullable<Anchor>,
  laying: Omit<Laying, "theme">,
): BlockRow<number> | null {
  const block = entries.findIndex((entry) => entry.key === key);
  const entry = entries[block];
  return entry ? { block, row: Math.min(row, entryHeight(entry, laying) - 1) } : null;
}

function isBefore(one: BlockRow<number>, other: BlockRow<number>): boolean {
  return one.block < other.block || (one.block === other.block && one.row < other.row);
}
