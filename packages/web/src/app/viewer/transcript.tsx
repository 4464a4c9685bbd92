import { isFoldedAtFirst } from "@reprise/model";
import { ItemCard } from "../items/item-card.tsx";
import type { ItemSource } from "../items/item-source.ts";
import { usePage } from "../shell/page.ts";
import { viewerHref } from "../shell/route.ts";
import type { Block } from "./blocks.ts";
import { DamageNote } from "./damage-note.tsx";
import { TurnHead } from "./turn-head.tsx";
import type { ViewedItem } from "./viewed.ts";

/** Which items are open, where it differs from the usual. */
export interface Folds {
  readonly isAllOpen: boolean;
  readonly own: ReadonlyMap<string, boolean>;
}

export function isFolded({ isAllOpen, own }: Folds, key: string, { item }: ViewedItem): boolean {
  return own.get(key) ?? (!isAllOpen && isFoldedAtFirst(item));
}

interface TranscriptProps {
  readonly session: string;
  readonly blocks: readonly Block[];
  readonly folds: Folds;
  readonly chosen: string | null;
  readonly target: string | null;
  readonly onFold: (key: string, isFolded: boolean) => void;
  readonly onChoose: (key: string) => void;
}

export function Transcript({ session, blocks, folds, chosen, target, onFold, onChoose }: TranscriptProps) {
  const { views } = usePage();
  const classOf = (key: string) =>
    `block${key === chosen ? " is-chosen" : ""}${key === target ? " is-target" : ""}`;
  return (
    <>
      {blocks.map((block) => {
        const { key } = block;
        if (block.kind === "turn")
          return (
            <div key={key} data-key={key} class="block">
              <TurnHead session={session} turn={block.turn} from={block.from} />
            </div>
          );
        if (block.kind === "damage")
          return (
            <div key={key} data-key={key} class="block">
              <DamageNote damage={block.damage} />
            </div>
          );
        const { item, place, cuts } = block.viewed;
        const source: ItemSource = { views, session, turn: place.turn, item: item.id, cuts };
        const folded = isFolded(folds, key, block.viewed);
        return (
          <div key={key} data-key={key} class={classOf(key)} tabIndex={-1} onFocusIn={() => onChoose(key)}>
            <ItemCard
              item={item}
              source={source}
              isFolded={folded}
              onFold={() => onFold(key, folded)}
              href={viewerHref(session, { turn: place.turn, item: item.id })}
            />
          </div>
        );
      })}
    </>
  );
}
