import type { KeyTable } from "../../../kernel/keys.ts";

export type AskingAction = "up" | "down" | "answer" | "refuse" | "page-up" | "page-down";

/** Besides these, the letter before each choice. */
export const askingKeys: KeyTable<AskingAction> = [
  { keys: ["up"], action: "up", label: "choose", shown: "↑↓", isHint: true },
  { keys: ["down"], action: "down", label: "choose the next" },
  { keys: ["enter"], action: "answer", label: "answer", isHint: true },
  { keys: ["escape"], action: "refuse", label: "decline", isHint: true },
  { keys: ["pageUp"], action: "page-up", label: "scroll what is asked", shown: "PgUp/PgDn" },
  { keys: ["pageDown"], action: "page-down", label: "scroll on" },
];
