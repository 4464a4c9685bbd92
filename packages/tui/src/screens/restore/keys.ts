import type { KeyTable } from "../../kernel/keys.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey } from "../../widgets/usual-keys.ts";

export type Action =
  | "start"
  | "back"
  | "escape"
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
  usualKey("back", "back", { isHint: true, weight: 8 }),
  usualKey("escape", "back"),
  { keys: ["w", "W"], action: "wider", shown: "w", label: "allow wider", isHint: true, weight: 7 },
  // Each question shows its own key.
  { keys: ["space"], action: "toggle", label: "agree" },
  { keys: ["tab", "right"], action: "next-consent", label: "next question" },
  { keys: ["p", "P"], action: "step", shown: "p", label: "step by step" },
  {
    keys: ["m", "M"],
    action: "mode",
    shown: "m",
    label: "mode",
    isHint: true,
    weight: 6,
    more: "the next, which needs less",
  },
  {
    keys: ["n", "N"],
    action: "way",
    shown: "n",
    label: "way",
    isHint: true,
    weight: 5,
    more: "another way to replay it",
  },
  { keys: ["r"], action: "again", label: "again", isHint: true, weight: 5, more: "plans again" },
  {
    ...usualKey("copy", "copy", { isHint: true, weight: 5, more: "the brief" }),
    keys: ["y", "c", "C"],
    shown: "y c",
  },
  {
    keys: ["t", "T"],
    action: "target",
    shown: "t",
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
  { keys: ["v", "V"], action: "view", shown: "v", label: "view", isHint: true, weight: 2 },
  usualKey("help", "help", { isHint: true, weight: 7 }),
  ...moveKeys(),
];
