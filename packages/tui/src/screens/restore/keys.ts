import type { KeyTable } from "../../kernel/keys.ts";
import type { Move } from "../../widgets/scroll.ts";

export type Action =
  | "start"
  | "back"
  | "toggle"
  | "next-consent"
  | "mode"
  | "way"
  | "wider"
  | "step"
  | "target"
  | "folder"
  | "copy"
  | "view"
  | "again"
  | "help"
  | Move;

/** In footer order; keys that do not apply are only in the help. */
export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "start", label: "start", isHint: true, weight: 9 },
  { keys: ["escape", "q", "ctrl+c"], action: "back", label: "back", isHint: true, weight: 8 },
  { keys: ["w", "W"], action: "wider", shown: "W", label: "allow wider", isHint: true, weight: 7 },
  // Each question shows its own key.
  { keys: ["space"], action: "toggle", label: "agree" },
  { keys: ["tab", "right"], action: "next-consent", label: "next question" },
  { keys: ["p", "P"], action: "step", shown: "P", label: "step by step" },
  {
    keys: ["m", "M"],
    action: "mode",
    shown: "M",
    label: "mode",
    isHint: true,
    weight: 6,
    more: "the next, which needs less",
  },
  {
    keys: ["n", "N"],
    action: "way",
    shown: "N",
    label: "way",
    isHint: true,
    weight: 5,
    more: "another way to replay it",
  },
  {
    keys: ["r", "R"],
    action: "again",
    shown: "R",
    label: "again",
    isHint: true,
    weight: 5,
    more: "plans again",
  },
  { keys: ["c", "C"], action: "copy", shown: "C", label: "copy", isHint: true, weight: 5, more: "the brief" },
  {
    keys: ["t", "T"],
    action: "target",
    shown: "T",
    label: "agent",
    isHint: true,
    weight: 4,
    more: "continue with another agent",
  },
  {
    keys: ["."],
    action: "folder",
    label: "folder",
    isHint: true,
    weight: 4,
    more: "the recorded one or this one",
  },
  { keys: ["v", "V"], action: "view", shown: "V", label: "view", isHint: true, weight: 2 },
  { keys: ["h", "H", "?"], action: "help", shown: "H", label: "help", isHint: true, weight: 7 },
  { keys: ["up", "k"], action: "up", shown: "↑", label: "scroll up" },
  { keys: ["down", "j"], action: "down", shown: "↓", label: "scroll down" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "top", label: "to the top" },
  { keys: ["end"], action: "bottom", label: "to the end" },
];
