import type { KeyTable } from "../../../kernel/keys.ts";
import type { Move } from "../../../widgets/scroll.ts";

export type DiffAction =
  | Move
  | "previous-file"
  | "next-file"
  | "search"
  | "next-match"
  | "previous-match"
  | "close";

export const diffKeys: KeyTable<DiffAction> = [
  {
    keys: ["escape", "q", "c", "ctrl+c"],
    shown: "Esc",
    action: "close",
    label: "comments",
    isHint: true,
    weight: 9,
  },
  {
    keys: ["["],
    shown: "[ ]",
    action: "previous-file",
    label: "file",
    more: "the previous one",
    isHint: true,
    weight: 8,
  },
  { keys: ["]"], action: "next-file", label: "next file" },
  { keys: ["/"], action: "search", label: "search", isHint: true, weight: 6 },
  { keys: ["n"], action: "next-match", label: "next match" },
  { keys: ["N"], action: "previous-match", label: "previous match" },
  {
    keys: ["up", "k"],
    shown: "↑↓",
    action: "up",
    label: "scroll",
    more: "also j and k",
    isHint: true,
    weight: 5,
  },
  { keys: ["down", "j"], action: "down", label: "scroll down" },
  { keys: ["pageUp", "b"], action: "page-up", label: "page up", shown: "PgUp" },
  { keys: ["pageDown", "space"], action: "page-down", label: "page down", shown: "PgDn" },
  { keys: ["home", "g"], action: "top", label: "to the top", shown: "g" },
  { keys: ["end", "G"], action: "bottom", label: "to the end", shown: "G" },
];
