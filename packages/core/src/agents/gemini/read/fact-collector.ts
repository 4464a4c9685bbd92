import type { DamageKind, ItemBody } from "@reprise/model";
import { Facts, type LinePosition } from "../../reading/facts.ts";
import { outlineItem } from "../../reading/outline-item.ts";
import type { Depth } from "../../reading/source.ts";

export type { LinePosition } from "../../reading/facts.ts";

export class FactCollector extends Facts {
  readonly #depth: Depth;

  constructor(depth: Depth, noted: readonly DamageKind[] = []) {
    super(noted);
    this.#depth = depth;
  }

  item(item: ItemBody, place: LinePosition, more: { key?: string; rank?: number; turn?: string | null } = {}): void {
    const { key = null, rank = 0, turn = null } = more;
    const body = this.#depth === "outline" ? outlineItem(item) : item;
    this.tell({ type: "item", key, rank, turn, item: body, at: place.at, origin: place.origin });
  }

  turnEnd(state: "completed" | "failed" | "interrupted", place: LinePosition): void {
    this.tell({ type: "turn-end", turn: null, state, at: place.at, origin: place.origin });
  }
}
