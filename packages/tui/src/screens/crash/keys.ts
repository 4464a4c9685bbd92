import type { KeyTable } from "../../kernel/keys.ts";

export type Action =
  | "restore"
  | "back"
  | "up"
  | "down"
  | "mark"
  | "all"
  | "at-once"
  | "scope"
  | "view"
  | "help"
  | "refresh"
  | "page-up"
  | "page-down"
  | "first"
  | "last";

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "restore", label: "restore", isHint: true },
  { keys: ["escape", "ctrl+c"], action: "back", label: "back", isHint: true },
  { keys: ["h", "H", "?"], action: "help", shown: "H", label: "help", isHint: true },
  { keys: ["a", "A"], action: "all", shown: "A", label: "all, one by one", isHint: true },
  { keys: ["y", "Y"], action: "at-once", shown: "Y", label: "all at once", isHint: true },
  { keys: ["space"], action: "mark", label: "mark", isHint: true },
  { keys: ["v", "V"], action: "view", shown: "V", label: "view", isHint: true },
  { keys: ["s", "S"], action: "scope", shown: "S", label: "scope", isHint: true },
  { keys: ["r", "R"], action: "refresh", shown: "R", label: "look again" },
  { keys: ["up", "k"], action: "up", shown: "↑", label: "the one before" },
  { keys: ["down", "j"], action: "down", shown: "↓", label: "the next one" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "first", label: "the first" },
  { keys: ["end"], action: "last", label: "the last" },
];
