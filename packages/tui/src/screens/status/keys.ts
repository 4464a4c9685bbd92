import type { KeyTable } from "../../kernel/keys.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey } from "../../widgets/usual-keys.ts";

export type Action =
  | "restore"
  | "back"
  | "escape"
  | "mark"
  | "all"
  | "at-once"
  | "scope"
  | "view"
  | "copy"
  | "copy-command"
  | "open-agent"
  | "edit"
  | "help"
  | "refresh"
  | "dismiss"
  | Move;

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "restore", label: "resume", isHint: true, weight: 9 },
  usualKey("back", "back", { isHint: true, weight: 8 }),
  usualKey("escape", "back"),
  {
    keys: ["R"],
    action: "all",
    label: "resume all",
    more: "or the marked ones, one by one, each with its plan",
    isHint: true,
    weight: 7,
  },
  {
    keys: ["U"],
    action: "at-once",
    label: "all at once",
    more: "unattended: in sequence without asking, after a plan",
    isHint: true,
    weight: 6,
  },
  { keys: ["space"], action: "mark", label: "mark", isHint: true, weight: 5 },
  { keys: ["v", "V"], action: "view", shown: "v", label: "view", isHint: true, weight: 3 },
  usualKey("scope", "scope", { more: "switch between this project and all", isHint: true, weight: 2 }),
  {
    keys: ["x", "X"],
    action: "dismiss",
    shown: "x",
    label: "dismiss",
    more: "it stays listed but is no longer counted or offered; press again to undo",
    isHint: true,
    weight: 1,
  },
  usualKey("help", "help", { isHint: true }),
  usualKey("copy", "copy the session's id"),
  usualKey("copy-command", "copy the command that opens it in the agent", {
    more: "with its folder, for a shell",
  }),
  usualKey("open-agent", "open in the agent itself", {
    more: "the list returns when you leave it",
  }),
  usualKey("edit", "open as Markdown in your editor", { more: "a copy: the session itself does not change" }),
  { keys: ["r"], action: "refresh", label: "refresh" },
  ...moveKeys({
    up: "previous session",
    down: "next session",
    top: "first session",
    bottom: "last session",
  }),
];
