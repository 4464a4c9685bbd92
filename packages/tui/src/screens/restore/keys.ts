import type { KeyTable } from "../../kernel/keys.ts";

export type Action =
  | "start"
  | "back"
  | "toggle"
  | "next-consent"
  | "mode"
  | "wider"
  | "step"
  | "target"
  | "folder"
  | "copy"
  | "view"
  | "again"
  | "help"
  | "up"
  | "down"
  | "page-up"
  | "page-down"
  | "top"
  | "end";

/** In the order of the footer; what does not apply is left out of it, and stays in the help. */
export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "start", label: "start", isHint: true },
  { keys: ["escape", "ctrl+c"], action: "back", label: "back", isHint: true },
  { keys: ["h", "H", "?"], action: "help", shown: "H", label: "help", isHint: true },
  { keys: ["w", "W"], action: "wider", shown: "W", label: "allow what is wider", isHint: true },
  { keys: ["space"], action: "toggle", label: "agree", isHint: true },
  { keys: ["tab", "right"], action: "next-consent", label: "next question" },
  { keys: ["m", "M"], action: "mode", shown: "M", label: "next mode", isHint: true },
  { keys: ["p", "P"], action: "step", shown: "P", label: "step by step", isHint: true },
  { keys: ["c", "C"], action: "copy", shown: "C", label: "copy the brief", isHint: true },
  { keys: ["t", "T"], action: "target", shown: "T", label: "other agent", isHint: true },
  { keys: ["."], action: "folder", label: "recorded folder or this one", isHint: true },
  { keys: ["v", "V"], action: "view", shown: "V", label: "view", isHint: true },
  { keys: ["r", "R"], action: "again", shown: "R", label: "plan again", isHint: true },
  { keys: ["up", "k"], action: "up", shown: "↑", label: "scroll up" },
  { keys: ["down", "j"], action: "down", shown: "↓", label: "scroll down" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "top", label: "to the top" },
  { keys: ["end"], action: "end", label: "to the end" },
];
