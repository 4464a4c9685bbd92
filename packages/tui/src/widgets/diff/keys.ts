import type { KeyTable } from "../../kernel/keys.ts";
import { moveKeys } from "../move-keys.ts";
import type { Move } from "../scroll.ts";
import { usualKey } from "../usual-keys.ts";

export type DiffAction =
  | Move
  | "previous-file"
  | "next-file"
  | "search"
  | "next-match"
  | "previous-match"
  | "escape"
  | "back";

/** `closes`: the key that opened it also closes it. `under`: what is shown then. */
function keysOf(closes: string, shown: string, under: string): KeyTable<DiffAction> {
  return [
    {
      ...usualKey("back", under, { isHint: true, weight: 9 }),
      keys: ["q", "Q", "ctrl+c", closes],
      shown: `q ${shown}`,
    },
    usualKey("escape", under),
    {
      keys: ["["],
      action: "previous-file",
      label: "previous file",
      footer: { key: "[ ]", label: "file" },
      isHint: true,
      weight: 8,
    },
    { keys: ["]"], action: "next-file", label: "next file" },
    usualKey("search", "search", { isHint: true, weight: 6 }),
    { keys: ["n"], action: "next-match", label: "next match" },
    { keys: ["N"], action: "previous-match", label: "previous match" },
    ...moveKeys({}, { hint: "scroll", weight: 5, more: { "page-up": ["b", "b"], "page-down": ["space", "Space"] } }),
  ];
}

export const diffKeys = keysOf("c", "c", "comments");
export const sessionDiffKeys = keysOf("ctrl+x", "Ctrl-X", "back");
