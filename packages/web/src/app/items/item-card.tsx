import type { Item } from "@reprise/model";
import { itemPlainText, localTime, presented, type Timestamp } from "@reprise/model";
import { Icon } from "../design/index.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { ItemBodyView } from "./item-body.tsx";
import { itemHead } from "./item-head.ts";
import { type ItemSource, wholeText } from "./item-source.ts";
import { Outcome } from "./outcome.tsx";

interface ItemCardProps {
  readonly item: Item;
  readonly source: ItemSource;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  /** Its address, to link to it. */
  readonly href: string;
}

/** An item: one line, and below it all of it unless folded. Conversation stands out, work steps back. */
export function ItemCard({ item, source, isFolded, onFold, href }: ItemCardProps) {
  const shown = presented(item);
  const { name, text, isCode } = itemHead(shown);
  const isSpoken = shown.tone === "person" || shown.tone === "agent";
  // Words are below in full.
  const isHeadEnough = !isFolded && shown.blocks[0]?.type === "prose";
  return (
    <div class="item-card" data-kind={item.kind} data-spoken={isSpoken ? "" : undefined}>
      <div class="item-head">
        <button type="button" class="item-fold" aria-expanded={!isFolded} onClick={onFold}>
          <Icon name={shown.icon} />
          <span class="item-name">{name}</span>
          {!isHeadEnough && text !== "" && <span class={isCode ? "item-text mono cut" : "item-text cut"}>{text}</span>}
        </button>
        <Outcome outcome={shown.outcome} />
        <span class="item-tools">
          <CopyButton text={() => copied(item, source)} label="Copy item" />
          <a
            class="button"
            data-tone="quiet"
            data-shape="icon"
            data-size="small"
            href={href}
            aria-label="Link to item"
            title="Link to item"
          >
            <Icon name="link" />
          </a>
          <Time at={item.at} />
        </span>
      </div>
      {!isFolded && (
        <div class="item-body">
          <ItemBodyView shown={shown} source={source} />
        </div>
      )}
    </div>
  );
}

function Time({ at }: { readonly at: Timestamp | null }) {
  if (at === null) return null;
  return <time class="item-time">{localTime(at).slice(-5)}</time>;
}

/** As it was recorded, with the parts that are not on the screen. */
async function copied(item: Item, source: ItemSource): Promise<string> {
  const [cut, ...others] = source.cuts;
  if (cut === undefined) return itemPlainText(item);
  const texts = await Promise.all([cut, ...others].map(({ field }) => wholeText(source, field)));
  return texts.join("\n");
}
