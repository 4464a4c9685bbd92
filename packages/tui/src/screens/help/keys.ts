import type { KeyTable } from "../../kernel/keys.ts";

type HelpAction = "close" | "up" | "down" | "page-up" | "page-down" | "top" | "bottom";

export const helpKeys: KeyTable<HelpAction> = [
  {
    keys: ["escape", "h", "H", "?", "q", "enter", "ctrl+c"],
    action: "close",
    label: "close",
    shown: "Esc",
    isHint: true,
  },
  { keys: ["up", "k"], action: "up", label: "scroll", shown: "↑ ↓", isHint: true },
  { keys: ["down", "j"], action: "down", label: "scroll down" },
  {
    keys: ["pageDown", "space", "ctrl+f"],
    action: "page-down",
    label: "page",
    shown: "PgUp PgDn",
    isHint: true,
  },
  { keys: ["pageUp", "b", "ctrl+b"], action: "page-up", label: "page up" },
  { keys: ["home", "g"], action: "top", label: "to the top" },
  { keys: ["end", "G"], action: "bottom", label: "to the end" },
];
