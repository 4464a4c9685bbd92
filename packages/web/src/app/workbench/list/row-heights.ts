import { rowAt, rowTops } from "../../design/row-window.ts";

/** A place in a list that stays where it is while rows above it grow: so far below the top of a row. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

/** Heights of rows: measured where they were on the screen, estimated elsewhere. */
export class RowHeights<Row> {
  readonly #keyOf: (row: Row) => string;
  readonly #estimate: (row: Row) => number;
  readonly #known = new Map<string, number>();

  constructor(keyOf: (row: Row) => string, estimate: (row: Row) => number) {
    this.#keyOf = keyOf;
    this.#estimate = estimate;
  }

  /** Whether that is news. */
  measured(key: string, height: number): boolean {
    if (this.#known.get(key) === height) return false;
    this.#known.set(key, height);
    return true;
  }

  tops(rows: readonly Row[]): Float64Array {
    return rowTops(rows.map((row) => this.#known.get(this.#keyOf(row)) ?? this.#estimate(row)));
  }

  anchorAt(rows: readonly Row[], tops: Float64Array, top: number): Anchor | null {
    const index = rowAt(tops, top);
    const row = rows[index];
    return row === undefined ? null : { key: this.#keyOf(row), offset: top - (tops[index] ?? 0) };
  }

  /** Null if its row is gone. */
  topOf(rows: readonly Row[], tops: Float64Array, { key, offset }: Anchor): number | null {
    const index = rows.findIndex((row) => this.#keyOf(row) === key);
    return index === -1 ? null : (tops[index] ?? 0) + offset;
  }
}
