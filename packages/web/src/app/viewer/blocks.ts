import type { Damage } from "@reprise/model";
import { damageKey, placeKey, type Viewed, type ViewedItem, type ViewedTurn } from "./viewed.ts";

/** What the viewer shows, from top to bottom. */
export type Block =
  | { readonly kind: "turn"; readonly key: string; readonly turn: ViewedTurn; readonly from: number }
  | { readonly kind: "item"; readonly key: string; readonly viewed: ViewedItem }
  | { readonly kind: "damage"; readonly key: string; readonly damage: Damage };

/** Each turn with its items, and damage where it is in the file. `from`: the first item of the turn that is here. */
export function blocksOf({ turns, items, damage }: Viewed): readonly Block[] {
  const byTurn = Map.groupBy(items, ({ place }) => place.turn);
  const left = [...damage].sort((one, other) => one.line - other.line);
  const blocks: Block[] = [];
  const place = (isDue: (one: Damage) => boolean) => {
    for (const one of left.filter(isDue)) {
      blocks.push({ kind: "damage", key: `damage ${damageKey(one)}`, damage: one });
      left.splice(left.indexOf(one), 1);
    }
  };
  for (const turn of turns) {
    const own = byTurn.get(turn.number) ?? [];
    blocks.push({ kind: "turn", key: `turn ${turn.number}`, turn, from: own[0]?.place.index ?? 0 });
    for (const viewed of own) {
      const { file, line } = viewed.item.origin;
      place((one) => one.file === file && one.line < line);
      blocks.push({ kind: "item", key: placeKey(viewed.place), viewed });
    }
  }
  place(() => true);
  return blocks;
}
