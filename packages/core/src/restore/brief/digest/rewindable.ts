/** Something at a position in the session; positions only grow. */
export interface Positioned {
  readonly place: number;
}

/** The last entries, up to a limit, without rewound ones. */
export class Rewindable<T extends Positioned> {
  #rows: T[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get rows(): readonly T[] {
    return this.#rows;
  }

  push(row: T): void {
    this.#rows.push(row);
    // Trims only now and then: amortised, it costs nothing.
    if (this.#rows.length >= 2 * this.#most) this.#rows = this.#rows.slice(-this.#most);
  }

  /** The last entries, within the limit. */
  kept(): readonly T[] {
    return this.#rows.slice(-this.#most);
  }

  takeBack(from: number): readonly T[] {
    let keep = this.#rows.length;
    while (keep > 0 && (this.#rows[keep - 1]?.place ?? -1) >= from) keep -= 1;
    return this.#rows.splice(keep);
  }
}

/**
 * Drops the oldest entries until `most` remain. Waits for a quarter more: reaching a map's first entry takes time proportional to
 * the entries deleted before it.
 */
export function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size <= most * 1.25) return;
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
