import type { ItemBody } from "@reprise/model";
import { itemRows } from "./item-rows.ts";
import type { RowOptions } from "./row-options.ts";

type CacheOptions = Omit<RowOptions, "search">;

interface Entry {
  readonly item: ItemBody;
  readonly options: CacheOptions;
  readonly rows: readonly string[];
}

/**
 * Laid-out rows by item id. A new object, width, fold or theme lays the item out again. Above `limit` rows
 * the least recently used go first.
 */
export class RowCache {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;
  #rowCount = 0;
  /** Number of items laid out, for tests. */
  laidCount = 0;

  constructor(limit = 40_000) {
    this.#limit = limit;
  }

  rows(id: string, item: ItemBody, options: CacheOptions): readonly string[] {
    const known = this.#entries.get(id);
    if (known) this.#forget(id, known);
    const entry = known && isSame(known, item, options) ? known : this.#lay(item, options);
    this.#entries.set(id, entry);
    this.#rowCount += entry.rows.length;
    this.#shrink(id);
    return entry.rows;
  }

  #lay(item: ItemBody, options: CacheOptions): Entry {
    this.laidCount += 1;
    return { item, options, rows: itemRows(item, options) };
  }

  #shrink(newest: string): void {
    for (const [id, entry] of this.#entries) {
      if (this.#rowCount <= this.#limit || id === newest) return;
      this.#forget(id, entry);
    }
  }

  #forget(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#rowCount -= entry.rows.length;
  }
}

function isSame(known: Entry, item: ItemBody, options: CacheOptions): boolean {
  return (
    known.item === item &&
    known.options.columns === options.columns &&
    known.options.isFolded === options.isFolded &&
    known.options.theme === options.theme &&
    known.options.openWords === options.openWords
  );
}
