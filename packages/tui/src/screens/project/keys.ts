import type { KeyTable } from "../../kernel/keys.ts";
import { type ViewerAction, viewerKeys } from "../viewer/keys.ts";

export type Action = "act" | "up" | "down" | "escape" | "end" | "back" | "help";

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "act", label: "choose", isHint: true, weight: 9 },
  {
    keys: ["up", "ctrl+p"],
    shown: "↑↓",
    action: "up",
    label: "action",
    more: "also Ctrl-P and Ctrl-N; while a round runs, rows of the history",
    isHint: true,
    weight: 3,
  },
  { keys: ["down", "ctrl+n"], action: "down", label: "next action" },
  {
    keys: ["escape"],
    action: "escape",
    label: "interrupt the round",
    more: "it asks whether to continue it or to stop; if none runs, back",
  },
  {
    keys: ["ctrl+c"],
    action: "end",
    label: "interrupt the round",
    more: "again: ends the work and leaves the round to be resumed",
  },
  { keys: ["q", "Q"], shown: "q", action: "back", label: "back", more: "if no round runs" },
  { keys: ["h", "H", "?"], shown: "H", action: "help", label: "help", isHint: true },
];

/** Of the viewer, what makes sense for the rounds of a project. */
const left: ReadonlySet<ViewerAction> = new Set([
  "act",
  "next-action",
  "previous-action",
  "fork",
  "copy-id",
  "help",
  "close",
]);

export const historyKeys = viewerKeys.filter(({ action }) => !left.has(action));
