import type { Damage, DamageKind, ItemBody, Origin, Timestamp } from "@reprise/model";
import type { About, Fact } from "../../reading/fact.ts";
import { outlineItem } from "../../reading/outline-item.ts";
import type { Depth } from "../../reading/source.ts";

/** Where a thing stands and when it was written. */
export interface LinePosition {
  readonly origin: Origin;
  readonly at: Timestamp | null;
}

/** Collects the facts of one file. */
export class FactCollector {
  #facts: Fact[] = [];
  #lastAt: Timestamp | null = null;
  readonly #depth: Depth;
  readonly #noted = new Set<DamageKind>();

  constructor(depth: Depth, noted: readonly DamageKind[] = []) {
    this.#depth = depth;
    for (const kind of noted) this.#noted.add(kind);
  }

  /** What was told once and is not told again. */
  get noted(): readonly DamageKind[] {
    return [...this.#noted];
  }

  /** The facts since the last call. */
  flush(): Fact[] {
    if (this.#lastAt !== null) this.about({ updatedAt: this.#lastAt });
    this.#lastAt = null;
    const facts = this.#facts;
    this.#facts = [];
    return facts;
  }

  seenAt(at: Timestamp | null): void {
    if (at !== null && (this.#lastAt === null || at > this.#lastAt)) this.#lastAt = at;
  }

  about(about: Partial<About>): void {
    this.#facts.push({ type: "about", about });
  }

  item(
    item: ItemBody,
    place: LinePosition,
    more: { key?: string; rank?: number; turn?: string | null } = {},
  ): void {
    const { key = null, rank = 0, turn = null } = more;
    const body = this.#depth === "outline" ? outlineItem(item) : item;
    this.#facts.push({ type: "item", key, rank, turn, item: body, at: place.at, origin: place.origin });
  }

  turnEnd(state: "completed" | "failed" | "interrupted", place: LinePosition): void {
    this.#facts.push({ type: "turn-end", turn: null, state, at: place.at, origin: place.origin });
  }

  damage(damage: Damage): void {
    this.#facts.push({ type: "damage", damage });
  }

  /** For what would be the same for every line. */
  damageOnce(damage: Damage): void {
    if (this.#noted.has(damage.kind)) return;
    this.#noted.add(damage.kind);
    this.damage(damage);
  }
}
