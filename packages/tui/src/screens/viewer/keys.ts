import type { KeyTable } from "../../kernel/keys.ts";
import type { Move } from "../../widgets/scroll.ts";

export type ViewerAction =
  | Move
  | "previous-turn"
  | "next-turn"
  | "search"
  | "next-match"
  | "previous-match"
  | "fold"
  | "fold-all"
  | "copy"
  | "copy-id"
  | "copy-command"
  | "open-agent"
  | "fork"
  | "damage"
  | "act"
  | "next-action"
  | "previous-action"
  | "help"
  | "close";

export const viewerKeys: KeyTable<ViewerAction> = [
  { keys: ["s", "S", "/"], shown: "S", action: "search", label: "search", isHint: true, weight: 1 },
  {
    keys: ["n"],
    shown: "n N",
    action: "next-match",
    label: "match",
    more: "next or previous",
    isHint: true,
    weight: 1,
  },
  {
    keys: ["[", "{"],
    shown: "[ ]",
    action: "previous-turn",
    label: "turn",
    more: "start of this turn, then the previous one",
    isHint: true,
  },
  { keys: ["space"], action: "fold", label: "fold", more: "or unfold the item", isHint: true },
  {
    keys: ["right", "tab"],
    shown: "←→",
    action: "next-action",
    label: "action",
    more: "next or previous",
    isHint: true,
  },
  { keys: ["h", "H", "?"], shown: "H", action: "help", label: "help", isHint: true },
  {
    keys: ["escape", "ctrl+c", "q"],
    shown: "Esc",
    action: "close",
    label: "return",
    isHint: true,
    weight: 2,
  },
  {
    keys: ["f", "F"],
    shown: "F",
    action: "fold-all",
    label: "fold all",
    more: "or unfold all",
    isHint: true,
  },
  {
    keys: ["b", "B"],
    shown: "B",
    action: "fork",
    label: "fork here",
    more: "a new session continues after this turn",
    isHint: true,
  },
  { keys: ["]", "}"], shown: "]", action: "next-turn", label: "next turn" },
  { keys: ["left", "shift+tab"], shown: "Shift-Tab", action: "previous-action", label: "previous action" },
  { keys: ["enter"], action: "act", label: "run the selected action" },
  { keys: ["N"], action: "previous-match", label: "previous match" },
  { keys: ["up", "k"], action: "up", label: "row up" },
  { keys: ["down", "j"], action: "down", label: "row down" },
  { keys: ["pageUp", "ctrl+b"], action: "page-up", label: "page up" },
  { keys: ["pageDown", "ctrl+f"], action: "page-down", label: "page down" },
  { keys: ["home", "g"], action: "top", label: "start of the session" },
  { keys: ["end", "G"], action: "bottom", label: "end of the session" },
  { keys: ["c", "C"], shown: "C", action: "copy", label: "copy the item" },
  {
    keys: ["o", "O"],
    shown: "O",
    action: "open-agent",
    label: "open in the agent itself",
    more: "in its own interface; the viewer returns when you leave it",
  },
  {
    keys: ["y"],
    action: "copy-command",
    label: "copy the command that opens it in the agent",
    more: "with its folder, for a shell",
  },
  { keys: ["Y"], action: "copy-id", label: "copy the session's id" },
  { keys: ["d", "D"], shown: "D", action: "damage", label: "damaged lines" },
];

type TypingAction = "keep" | "restore";

/** While typing a search; every other key types. */
export const typingKeys: KeyTable<TypingAction> = [
  { keys: ["enter"], action: "keep", label: "search", more: "the whole session", isHint: true, weight: 1 },
  { keys: ["escape", "ctrl+c"], action: "restore", label: "back", isHint: true },
];

type DamageAction = Move | "close";

export const damageKeys: KeyTable<DamageAction> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "scroll", isHint: true },
  { keys: ["down", "j"], action: "down", label: "scroll down" },
  { keys: ["pageUp", "ctrl+b"], action: "page-up", label: "page up" },
  { keys: ["pageDown", "ctrl+f"], action: "page-down", label: "page down" },
  { keys: ["home", "g"], action: "top", label: "to the first" },
  { keys: ["end", "G"], action: "bottom", label: "to the last" },
  {
    keys: ["escape", "ctrl+c", "q", "d", "D"],
    shown: "Esc",
    action: "close",
    label: "back to the session",
    isHint: true,
    weight: 2,
  },
];
