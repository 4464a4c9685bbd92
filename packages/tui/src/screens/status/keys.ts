import type { KeyTable } from "../../kernel/keys.ts";
import type { Move } from "../../widgets/scroll.ts";

export type Action =
  | "restore"
  | "back"
  | "mark"
  | "all"
  | "at-once"
  | "scope"
  | "view"
  | "help"
  | "refresh"
  | "dismiss"
  | Move;

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "restore", label: "restore", isHint: true, weight: 9 },
  { keys: ["escape", "q", "ctrl+c"], action: "back", label: "back", isHint: true, weight: 8 },
  {
    keys: ["a", "A"],
    action: "all",
    shown: "A",
    label: "all",
    more: "one by one, each with its plan",
    isHint: true,
    weight: 7,
  },
  {
    keys: ["y", "Y"],
    action: "at-once",
    shown: "Y",
    label: "all at once",
    more: "in sequence without asking",
    isHint: true,
    weight: 6,
  },
  { keys: ["space"], action: "mark", label: "mark", isHint: true, weight: 5 },
  { keys: ["v", "V"], action: "view", shown: "V", label: "view", isHint: true, weight: 3 },
  {
    keys: ["s", "S"],
    action: "scope",
    shown: "S",
    label: "scope",
    more: "switch between this project and all",
    isHint: true,
    weight: 2,
  },
  {
    keys: ["x", "X"],
    action: "dismiss",
    shown: "X",
    label: "dismiss",
    more: "it stays listed but is no longer counted or offered; press again to undo",
    isHint: true,
    weight: 1,
  },
  { keys: ["h", "H", "?"], action: "help", shown: "H", label: "help", isHint: true },
  { keys: ["r", "R"], action: "refresh", shown: "R", label: "refresh" },
  { keys: ["up", "k"], action: "up", shown: "↑", label: "previous" },
  { keys: ["down", "j"], action: "down", shown: "↓", label: "next" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "top", label: "first" },
  { keys: ["end"], action: "bottom", label: "last" },
];
