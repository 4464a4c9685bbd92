/** Something that was told at a place in the session; places only grow. */
export interface Positioned {
  readonly place: number;
}

/** The last things that were told, as many as are kept, without those that are taken back. */
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
    // Now and then, so that it costs nothing.
    if (this.#rows.length >= 2 * this.#most) this.#rows = this.#rows.slice(-this.#most);
  }

  /** The last ones that may be given out. */
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
 * Drops the oldest entries until `most` are left. Waits until a quarter more is there: reaching the first entry of a map
 * takes time in proportion to the entries deleted before it.
 */
export function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size <= most * 1.25) return;
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
