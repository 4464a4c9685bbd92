import type { SessionViews } from "@reprise/model";
import { Component } from "preact";
import { ItemCard } from "../items/item-card.tsx";
import { viewerHref } from "../shell/route.ts";
import type { Block } from "./blocks.ts";
import { DamageNote } from "./damage-note.tsx";
import { TurnHead } from "./turn-head.tsx";

interface BlockViewProps {
  readonly views: SessionViews;
  readonly session: string;
  readonly block: Block;
  readonly isFolded: boolean;
  readonly isChosen: boolean;
  readonly isTarget: boolean;
  readonly onFold: (key: string, isFolded: boolean) => void;
  readonly onChoose: (key: string) => void;
}

/** A turn, an item or damage; drawn again only when it changes: hundreds of them are in the page while one scrolls. */
export class BlockView extends Component<BlockViewProps> {
  override shouldComponentUpdate(next: BlockViewProps): boolean {
    const { session, block, isFolded, isChosen, isTarget } = this.props;
    if (next.session !== session || !isSame(next.block, block)) return true;
    return next.isFolded !== isFolded || next.isChosen !== isChosen || next.isTarget !== isTarget;
  }

  render() {
    const { views, session, block, isFolded, isChosen, isTarget, onFold, onChoose } = this.props;
    const { key } = block;
    if (block.kind !== "item")
      return (
        <div data-key={key} class="block">
          {block.kind === "turn" ? (
            <TurnHead session={session} turn={block.turn} from={block.from} />
          ) : (
            <DamageNote damage={block.damage} />
          )}
        </div>
      );
    const { item, place, cuts } = block.viewed;
    return (
      <div
        data-key={key}
        class={`block${isChosen ? " is-chosen" : ""}${isTarget ? " is-target" : ""}`}
        tabIndex={-1}
        onFocusIn={() => onChoose(key)}
      >
        <ItemCard
          item={item}
          source={{ views, session, turn: place.turn, item: item.id, cuts }}
          isFolded={isFolded}
          onFold={() => onFold(key, isFolded)}
          href={viewerHref(session, { turn: place.turn, item: item.id })}
        />
      </div>
    );
  }
}

function isSame(one: Block, other: Block): boolean {
  if (one.kind === "turn") return other.kind === "turn" && one.turn === other.turn && one.from === other.from;
  if (one.kind === "item") return other.kind === "item" && one.viewed === other.viewed;
  return other.kind === "damage" && one.damage === other.damage;
}
