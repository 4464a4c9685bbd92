import { isFoldedAtFirst } from "@reprise/model";
import type { Block } from "../turns/loaded-turn.ts";

/** Fold state: the default or all unfolded, plus the user's changes to single items. */
export interface Folds {
  readonly isAllOpen: boolean;
  readonly own: ReadonlyMap<string, boolean>;
}

export const foldedAtFirst: Folds = { isAllOpen: false, own: new Map() };

export function isFolded(block: Block, { isAllOpen, own }: Folds): boolean {
  if (block.kind !== "item") return false;
  return own.get(block.key) ?? (!isAllOpen && isFoldedAtFirst(block.item));
}

export function withFold(folds: Folds, block: Block, isFoldedNow: boolean): Folds {
  return { ...folds, own: new Map(folds.own).set(block.key, isFoldedNow) };
}
