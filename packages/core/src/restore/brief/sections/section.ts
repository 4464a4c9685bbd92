import type { TokenCost } from "../text/token-cost.ts";

/** Lines of at most `most` tokens; null if too few for anything. `shown`: titles of the sections already there. */
export type Fill = (most: number, shown: ReadonlySet<string>) => readonly string[] | null;

export interface Section {
  readonly title: string;
  /** Share of the room; the last turns also get what the others leave. */
  readonly share: number;
  /** Fewer tokens are useless. */
  readonly least: number;
  /** Null: nothing to report. */
  readonly fill: Fill | null;
}

export const goalTitle = "Goal";

/** A row of a section, in display order. */
export interface Row {
  /** Variants, shortest first. */
  readonly ways: readonly (readonly string[])[];
  /** The lowest is chosen first. */
  readonly rank: number;
  /** The lowest gets a longer variant first; as `rank` unless given. */
  readonly fullRank?: number | undefined;
  /** More important than the rows after it: gets its second variant if that fits. */
  readonly isFull?: boolean | undefined;
}

interface RowsOptions {
  /** Rows already dropped by the caller. */
  readonly missingCount?: number | undefined;
  readonly leftOut: (count: number) => string;
  /** Where the left-out note is placed. */
  readonly side: "before" | "after";
}

export const moreNotShown = (count: number) => `(${count} more not shown)`;

/** Null if there are no rows. */
export function rowsFill(
  rows: readonly Row[],
  tokenCost: TokenCost,
  options: RowsOptions = { leftOut: moreNotShown, side: "after" },
): Fill | null {
  return rows.length === 0 ? null : (most) => fittingRows(rows, most, tokenCost, options);
}

/** As many rows as fit, by rank, each as full as room allows. */
export function fittingRows(
  rows: readonly Row[],
  most: number,
  tokenCost: TokenCost,
  options: RowsOptions,
): readonly string[] | null {
  const missing = options.missingCount ?? 0;
  const byRank = [...rows].sort((a, b) => a.rank - b.rank);
  const cheapest = rows.map(({ ways }) => ways[0] ?? []);
  const isAll = missing === 0 && tokenCost.fits(cheapest.flat(), most);
  let left = most - (isAll ? 0 : tokenCost.line(options.leftOut(rows.length + missing)));
  const chosen = new Map<Row, readonly string[]>();
  for (const row of byRank) {
    const ways = row.isFull ? row.ways.slice(0, 2).toReversed() : row.ways.slice(0, 1);
    const lines = ways.find((way) => tokenCost.fits(way, left));
    if (!lines) break;
    chosen.set(row, lines);
    left -= tokenCost.lines(lines);
  }
  if (chosen.size === 0) return null;
  for (const row of rows.toSorted((a, b) => (a.fullRank ?? a.rank) - (b.fullRank ?? b.rank))) {
    const now = chosen.get(row);
    if (!now) continue;
    const cost = tokenCost.lines(now);
    const fuller = row.ways.findLast((way) => tokenCost.fits(way, left + cost));
    if (!fuller || fuller === now) continue;
    chosen.set(row, fuller);
    left += cost - tokenCost.lines(fuller);
  }
  const lines = rows.flatMap((row) => chosen.get(row) ?? []);
  const count = rows.length - chosen.size + missing;
  if (count === 0) return lines;
  return options.side === "before" ? [options.leftOut(count), ...lines] : [...lines, options.leftOut(count)];
}

/** A fence longer than any run of backticks in the content, so nothing inside can end it. */
export function fenced(lines: readonly string[]): readonly string[] {
  const fence = "`".repeat(Math.max(2, longestRun(lines)) + 1);
  return [fence, ...lines, fence];
}

export function codeSpan(text: string): string {
  const mark = "`".repeat(longestRun([text]) + 1);
  const space = /^`|`$|^ .* $/.test(text) || text === "" ? " " : "";
  return `${mark}${space}${text}${space}${mark}`;
}

function longestRun(lines: readonly string[]): number {
  let longest = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  }
  return longest;
}

/** Relative to the root if below it. */
export function relativeTo(root: string | null, path: string): string {
  return root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
