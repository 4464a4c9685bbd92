import type { KeyTable } from "../../kernel/keys.ts";
import { usualKey } from "../../widgets/usual-keys.ts";
import { type ViewerAction, viewerKeys } from "../viewer/keys.ts";

export type Action = "act" | "up" | "down" | "escape" | "end" | "back" | "help";

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "act", label: "choose", isHint: true, weight: 9 },
  {
    keys: ["up", "ctrl+p", "left", "shift+tab"],
    shown: "↑ ← Ctrl-P",
    action: "up",
    label: "previous action",
    more: "while a round runs, rows of the history",
    footer: { key: "↑↓", label: "action" },
    isHint: true,
    weight: 3,
  },
  { keys: ["down", "ctrl+n", "right", "tab"], shown: "↓ → Ctrl-N", action: "down", label: "next action" },
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
  usualKey("help", "help", { isHint: true }),
];

/** Of the viewer, what makes sense for the rounds of a project. */
const left: ReadonlySet<ViewerAction> = new Set([
  "act",
  "next-action",
  "previous-action",
  "fork",
  "copy-id",
  "copy-command",
  "open-agent",
  "edit",
  "help",
  "escape",
  "back",
]);

const own: ReadonlySet<string> = new Set(keys.flatMap((row) => row.keys));

/** Keys that choose actions here do not move in the history. */
export const historyKeys: typeof viewerKeys = viewerKeys
  .filter(({ action }) => !left.has(action))
  .map((row) => {
    const free = row.keys.filter((key) => !own.has(key));
    return free.length === row.keys.length ? row : { ...row, keys: free, shown: undefined };
  });
