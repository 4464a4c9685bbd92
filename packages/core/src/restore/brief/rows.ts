import type { Measure } from "./measure.ts";

/** One row of a section in the order it stands there. */
export interface Row {
  /** From the shortest way to say it to the longest. */
  readonly ways: readonly (readonly string[])[];
  /** The lowest is taken first. */
  readonly rank: number;
  /** It is worth more than the rows after it: it is said in its second way where there is room. */
  readonly isFull?: boolean | undefined;
}

interface RowsOptions {
  /** Rows that are not even here. */
  readonly missingCount?: number | undefined;
  readonly leftOut: (count: number) => string;
  /** Where the word about what was left out stands. */
  readonly side: "before" | "after";
}

/** As many rows as fit by their rank, each said as fully as there is room. */
export function fittingRows(
  rows: readonly Row[],
  most: number,
  measure: Measure,
  options: RowsOptions,
): readonly string[] | null {
  const missing = options.missingCount ?? 0;
  const byRank = [...rows].sort((a, b) => a.rank - b.rank);
  const cheapest = rows.map(({ ways }) => ways[0] ?? []);
  const isAll = missing === 0 && measure.fits(cheapest.flat(), most);
  let left = most - (isAll ? 0 : measure.line(options.leftOut(rows.length + missing)));
  const chosen = new Map<Row, readonly string[]>();
  for (const row of byRank) {
    const ways = row.isFull ? row.ways.slice(0, 2).toReversed() : row.ways.slice(0, 1);
    const lines = ways.find((way) => measure.fits(way, left));
    if (!lines) break;
    chosen.set(row, lines);
    left -= measure.lines(lines);
  }
  if (chosen.size === 0) return null;
  for (const row of byRank) {
    const now = chosen.get(row);
    if (!now) continue;
    const cost = measure.lines(now);
    const fuller = row.ways.findLast((way) => measure.fits(way, left + cost));
    if (!fuller || fuller === now) continue;
    chosen.set(row, fuller);
    left += cost - measure.lines(fuller);
  }
  const lines = rows.flatMap((row) => chosen.get(row) ?? []);
  const count = rows.length - chosen.size + missing;
  if (count === 0) return lines;
  return options.side === "before" ? [options.leftOut(count), ...lines] : [...lines, options.leftOut(count)];
}
