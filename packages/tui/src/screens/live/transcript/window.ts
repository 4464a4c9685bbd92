import type { Entry } from "./entry.ts";
import { entryHeight, entryRows, type Laying } from "./rows.ts";

/** The first row that is seen; null while the end is followed. */
export type Anchor = { readonly key: string; readonly row: number } | null;

interface Spot {
  readonly index: number;
  readonly row: number;
}

interface Area extends Omit<Laying, "theme"> {
  readonly height: number;
}

/** The rows on the screen; only what is seen is laid out. */
export function windowRows(
  entries: readonly Entry[],
  anchor: Anchor,
  height: number,
  laying: Laying,
): readonly string[] {
  const start = anchor === null ? null : spotOf(entries, anchor, laying);
  return start === null ? endRows(entries, height, laying) : rowsFrom(entries, start, height, laying);
}

/** Null at the end: it is followed again. */
export function scrolled(entries: readonly Entry[], anchor: Anchor, by: number, area: Area): Anchor {
  const end = up(entries, { index: entries.length, row: 0 }, area.height, area);
  const from = (anchor && spotOf(entries, anchor, area)) ?? end;
  const to = by < 0 ? up(entries, from, -by, area) : down(entries, from, by, area);
  const entry = entries[to.index];
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

function rowsFrom(entries: readonly Entry[], { index, row }: Spot, height: number, laying: Laying): string[] {
  const rows: string[] = [];
  for (let at = index; at < entries.length && rows.length < height; at += 1)
    rows.push(...entryRows(entries[at] as Entry, laying).slice(at === index ? row : 0));
  return rows.slice(0, height);
}

/** After a change of width the row may be another one of the same entry. Null when the entry is gone. */
function spotOf(
  entries: readonly Entry[],
  { key, row }: NonNullable<Anchor>,
  laying: Omit<Laying, "theme">,
): Spot | null {
  const index = entries.findIndex((entry) => entry.key === key);
  const entry = entries[index];
  return entry ? { index, row: Math.min(row, entryHeight(entry, laying) - 1) } : null;
}

function up(entries: readonly Entry[], from: Spot, by: number, area: Area): Spot {
  let { index, row } = from;
  let left = by;
  while (left > row) {
    left -= row;
    const before = entries[index - 1];
    if (!before) return { index: 0, row: 0 };
    index -= 1;
    row = entryHeight(before, area);
  }
  return { index, row: row - left };
}

function down(entries: readonly Entry[], from: Spot, by: number, area: Area): Spot {
  let { index, row } = from;
  row += by;
  for (let entry = entries[index]; entry; entry = entries[index]) {
    const height = entryHeight(entry, area);
    if (row < height) break;
    row -= height;
    index += 1;
  }
  return { index, row };
}

function isBefore(one: Spot, other: Spot): boolean {
  return one.index < other.index || (one.index === other.index && one.row < other.row);
}
