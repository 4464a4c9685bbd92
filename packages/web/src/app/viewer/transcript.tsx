import { isFoldedAtFirst } from "@reprise/model";
import { usePage } from "../shell/page.ts";
import { BlockView } from "./block-view.tsx";
import type { Block } from "./blocks.ts";
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
  return (
    <>
      {blocks.map((block) => (
        <BlockView
          key={block.key}
          views={views}
          session={session}
          block={block}
          isFolded={block.kind === "item" && isFolded(folds, block.key, block.viewed)}
          isChosen={block.key === chosen}
          isTarget={block.key === target}
          onFold={onFold}
          onChoose={onChoose}
        />
      ))}
    </>
  );
}
