import type { KeyTable } from "../../kernel/keys.ts";
import type { Move } from "../../widgets/scroll.ts";

export type Action =
  | "open"
  | "back"
  | "escape"
  | "scope"
  | "again"
  | "help"
  | Exclude<Move, "top" | "bottom">;

/** Every other key types what is looked for. */
export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "open", label: "open", isHint: true, weight: 9 },
  { keys: ["escape"], action: "escape", label: "back", more: "shows all first", isHint: true, weight: 8 },
  { keys: ["ctrl+c"], action: "back", label: "back" },
  {
    keys: ["up", "ctrl+p"],
    shown: "↑↓",
    action: "up",
    label: "choose",
    more: "also Ctrl-P and Ctrl-N",
    isHint: true,
    weight: 5,
  },
  { keys: ["down", "ctrl+n"], action: "down", label: "next" },
  {
    keys: ["tab"],
    action: "scope",
    label: "scope",
    more: "switch between this workspace and all",
    isHint: true,
    weight: 4,
  },
  { keys: ["f1"], action: "help", label: "help", isHint: true },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["ctrl+r"], action: "again", label: "refresh" },
];
