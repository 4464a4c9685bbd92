import type { KeyTable } from "../../../kernel/keys.ts";

type AskingAction = "up" | "down" | "answer" | "refuse" | "page-up" | "page-down" | "top" | "end";

/** In addition, the letter before each choice. */
export const askingKeys: KeyTable<AskingAction> = [
  { keys: ["up"], action: "up", label: "choose", shown: "↑↓", isHint: true, weight: 2 },
  { keys: ["down"], action: "down", label: "choose the next" },
  { keys: ["enter"], action: "answer", label: "answer", isHint: true, weight: 4 },
  {
    keys: ["escape", "q"],
    action: "refuse",
    shown: "Esc",
    label: "decline",
    more: "q too, where nothing is written",
    isHint: true,
    weight: 5,
  },
  {
    keys: ["pageUp"],
    action: "page-up",
    label: "scroll",
    more: "what is asked, up",
    shown: "PgUp/PgDn",
    weight: 3,
  },
  { keys: ["pageDown"], action: "page-down", label: "scroll on" },
  { keys: ["ctrl+home"], action: "top", label: "to the beginning of what is asked", shown: "Ctrl-Home" },
  { keys: ["ctrl+end"], action: "end", label: "to the end of what is asked", shown: "End" },
];
