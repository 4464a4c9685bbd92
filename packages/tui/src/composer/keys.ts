import type { KeyTable } from "../kernel/keys.ts";

export type ComposerAction =
  | "newline"
  | "left"
  | "right"
  | "up"
  | "down"
  | "word-left"
  | "word-right"
  | "line-start"
  | "line-end"
  | "backspace"
  | "delete"
  | "kill-start"
  | "kill-end"
  | "kill-word"
  | "kill-word-after"
  | "yank"
  | "undo";

/** Every row includes a key that works on terminals without a keyboard protocol. */
export const composerKeys: KeyTable<ComposerAction> = [
  {
    keys: ["alt+enter", "shift+enter", "ctrl+j"],
    action: "newline",
    label: "new line",
    more: "Ctrl-J too, and Shift-Enter if the terminal distinguishes it from Enter",
    shown: "Alt-Enter",
    isHint: true,
    weight: 5,
  },
  { keys: ["left", "ctrl+b"], action: "left", label: "left" },
  { keys: ["right", "ctrl+f"], action: "right", label: "right" },
  { keys: ["up"], action: "up", label: "up, or an earlier prompt" },
  { keys: ["down"], action: "down", label: "down, or a later prompt" },
  { keys: ["alt+left", "ctrl+left"], action: "word-left", label: "word left", shown: "Alt-←" },
  { keys: ["alt+right", "ctrl+right"], action: "word-right", label: "word right", shown: "Alt-→" },
  { keys: ["home", "ctrl+a"], action: "line-start", label: "start of line", shown: "Ctrl-A" },
  { keys: ["end", "ctrl+e"], action: "line-end", label: "end of line", shown: "Ctrl-E" },
  { keys: ["backspace"], action: "backspace", label: "delete left", shown: "⌫" },
  { keys: ["delete", "ctrl+d"], action: "delete", label: "delete", shown: "Del" },
  { keys: ["ctrl+u"], action: "kill-start", label: "cut to the start of the line" },
  { keys: ["ctrl+k"], action: "kill-end", label: "cut to the end of the line" },
  {
    keys: ["ctrl+w", "alt+backspace", "ctrl+backspace"],
    action: "kill-word",
    label: "cut the word to the left",
    shown: "Ctrl-W",
  },
  {
    keys: ["alt+d", "alt+delete", "ctrl+delete"],
    action: "kill-word-after",
    label: "cut the word to the right",
    shown: "Alt-D",
  },
  { keys: ["ctrl+y"], action: "yank", label: "paste the cut text" },
  { keys: ["ctrl+-", "ctrl+_", "ctrl+/"], action: "undo", label: "undo", shown: "Ctrl-_" },
];
