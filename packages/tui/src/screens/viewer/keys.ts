import type { KeyTable } from "../../kernel/keys.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey } from "../../widgets/usual-keys.ts";

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
  | "edit"
  | "fork"
  | "damage"
  | "act"
  | "next-action"
  | "previous-action"
  | "help"
  | "escape"
  | "back";

export const viewerKeys: KeyTable<ViewerAction> = [
  usualKey("search", "search", { isHint: true, weight: 1 }),
  {
    keys: ["n"],
    action: "next-match",
    label: "next match",
    footer: { key: "n N", label: "match" },
    isHint: true,
    weight: 1,
  },
  {
    keys: ["[", "{"],
    action: "previous-turn",
    label: "start of this turn, then the previous one",
    footer: { key: "[ ]", label: "turn" },
    isHint: true,
  },
  { keys: ["space"], action: "fold", label: "fold", more: "or unfold the item", isHint: true },
  {
    keys: ["right", "tab"],
    shown: "→ Tab",
    action: "next-action",
    label: "next action",
    footer: { key: "←→", label: "action" },
    isHint: true,
  },
  usualKey("help", "help", { isHint: true }),
  usualKey("back", "back", { isHint: true, weight: 2 }),
  usualKey("escape", "back"),
  {
    keys: ["f", "F"],
    shown: "f",
    action: "fold-all",
    label: "fold all",
    more: "or unfold all",
    isHint: true,
  },
  {
    keys: ["b", "B"],
    shown: "b",
    action: "fork",
    label: "fork here",
    more: "a new session continues after this turn",
    isHint: true,
  },
  { keys: ["]", "}"], shown: "]", action: "next-turn", label: "next turn" },
  {
    keys: ["left", "shift+tab"],
    shown: "← Shift-Tab",
    action: "previous-action",
    label: "previous action",
  },
  { keys: ["enter"], action: "act", label: "run the selected action" },
  { keys: ["N"], action: "previous-match", label: "previous match" },
  ...moveKeys({ top: "start of the session", bottom: "end of the session" }),
  { ...usualKey("copy", "copy the item"), keys: ["y", "c", "C"], shown: "y c" },
  usualKey("copy-command", "copy the command that opens it in the agent", {
    more: "with its folder, for a shell",
  }),
  { keys: ["i", "I"], shown: "i", action: "copy-id", label: "copy the session's id" },
  usualKey("open-agent", "open in the agent itself", {
    more: "the viewer returns when you leave it",
  }),
  usualKey("edit", "open as Markdown in your editor", { more: "a copy: the session itself does not change" }),
  { keys: ["d", "D"], shown: "d", action: "damage", label: "damaged lines" },
];

type TypingAction = "keep" | "restore";

/** While typing a search; every other key types. */
export const typingKeys: KeyTable<TypingAction> = [
  { keys: ["enter"], action: "keep", label: "search", more: "the whole session", isHint: true, weight: 1 },
  { keys: ["escape", "ctrl+c"], action: "restore", label: "back", isHint: true },
];

type DamageAction = Move | "back" | "escape";

export const damageKeys: KeyTable<DamageAction> = [
  ...moveKeys({ top: "to the first", bottom: "to the last" }, { hint: "scroll" }),
  {
    ...usualKey("back", "back to the session", { isHint: true, weight: 2 }),
    keys: ["q", "Q", "ctrl+c", "d", "D"],
    shown: "q d",
  },
  usualKey("escape", "back to the session"),
];
