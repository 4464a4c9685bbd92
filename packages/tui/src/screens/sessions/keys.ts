import type { KeyTable } from "../../kernel/keys.ts";
import type { Move } from "../../widgets/scroll.ts";

export type SessionsAction =
  | Move
  | "act"
  | "next-action"
  | "previous-action"
  | "search"
  | "help"
  | "scope"
  | "filter"
  | "new"
  | "status"
  | "projects"
  | "empty"
  | "subagents"
  | "archived"
  | "copy"
  | "copy-command"
  | "open-agent"
  | "warnings"
  | "demo"
  | "dismiss"
  | "again"
  | "close";

export const sessionsKeys: KeyTable<SessionsAction> = [
  {
    keys: ["s", "S", "/"],
    shown: "S",
    action: "search",
    label: "search",
    more: "titles, and everything said, run or edited",
    isHint: true,
    weight: 1,
  },
  { keys: ["h", "H", "?"], shown: "H", action: "help", label: "help", isHint: true },
  {
    keys: ["right", "tab"],
    shown: "←→",
    action: "next-action",
    label: "action",
    more: "next or previous",
    isHint: true,
  },
  { keys: ["left", "shift+tab"], shown: "Shift-Tab", action: "previous-action", label: "previous action" },
  {
    keys: ["a", "A"],
    shown: "A",
    action: "scope",
    label: "scope",
    more: "switch between this project and all",
    isHint: true,
  },
  {
    keys: ["f", "F"],
    shown: "F",
    action: "filter",
    label: "filter",
    more: "by state and agent",
    isHint: true,
  },
  {
    keys: ["n", "N"],
    shown: "N",
    action: "new",
    label: "new",
    more: "start a session here",
    isHint: true,
  },
  { keys: ["escape", "ctrl+c", "q"], shown: "Esc", action: "close", label: "close", isHint: true, weight: 2 },
  // An Enter pressed before the app reads keys arrives as a newline.
  { keys: ["enter", "ctrl+j"], action: "act", label: "run the selected action" },
  { keys: ["up", "k"], action: "up", label: "previous session" },
  { keys: ["down", "j"], action: "down", label: "next session" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "top", label: "newest session" },
  { keys: ["end"], action: "bottom", label: "oldest session" },
  { keys: ["e", "E"], shown: "E", action: "empty", label: "show sessions without messages" },
  { keys: ["g", "G"], shown: "G", action: "subagents", label: "show sub-agent sessions" },
  { keys: ["v", "V"], shown: "V", action: "archived", label: "show archived sessions" },
  {
    keys: ["o", "O"],
    shown: "O",
    action: "open-agent",
    label: "open in the agent itself",
    more: "in its own interface; the list returns when you leave it",
  },
  {
    keys: ["y"],
    action: "copy-command",
    label: "copy the command that opens it in the agent",
    more: "with its folder, for a shell",
  },
  { keys: ["c", "C", "Y"], shown: "C", action: "copy", label: "copy the session's id" },
  {
    keys: ["r", "R"],
    shown: "R",
    action: "status",
    label: "interrupted and running sessions",
  },
  { keys: ["p", "P"], shown: "P", action: "projects", label: "projects", more: "goals worked on in rounds" },
  {
    keys: ["x", "X"],
    shown: "X",
    action: "dismiss",
    label: "dismiss an interruption",
    more: "it stays listed but is no longer counted or offered; press again to undo",
  },
  { keys: ["w", "W"], shown: "W", action: "warnings", label: "unreadable files" },
  { keys: ["d", "D"], shown: "D", action: "demo", label: "demo with sample sessions" },
  { keys: ["ctrl+r"], action: "again", label: "refresh the list" },
];

type SearchAction = "keep" | "restore" | Exclude<Move, "top" | "bottom">;

/** While typing a search; every other key types. */
export const searchKeys: KeyTable<SearchAction> = [
  {
    keys: ["enter"],
    action: "keep",
    label: "select",
    more: "go to the matches",
    isHint: true,
    weight: 1,
  },
  { keys: ["escape"], action: "restore", label: "back to all", isHint: true },
  { keys: ["up"], action: "up", label: "previous match" },
  { keys: ["down"], action: "down", label: "next match" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
];

export type PanelAction = "up" | "down" | "choose" | "try" | "close";

export const panelKeys: KeyTable<PanelAction> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "choose", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  {
    keys: ["enter"],
    action: "choose",
    label: "apply",
    more: "and close the filter",
    isHint: true,
    weight: 1,
  },
  { keys: ["space"], action: "try", label: "preview", more: "without closing the filter", isHint: true },
  {
    keys: ["escape", "q", "f", "F"],
    shown: "Esc",
    action: "close",
    label: "close",
    isHint: true,
    weight: 2,
  },
];

export const warningsKeys: KeyTable<Exclude<PanelAction, "try" | "choose">> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "scroll", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  {
    keys: ["escape", "enter", "q", "w", "W"],
    shown: "Esc",
    action: "close",
    label: "close",
    isHint: true,
    weight: 2,
  },
];

type AgentsAction = Exclude<PanelAction, "try">;

export const agentsKeys: KeyTable<AgentsAction> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "choose", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  {
    keys: ["enter"],
    action: "choose",
    label: "start",
    more: "a session with this agent",
    isHint: true,
    weight: 1,
  },
  { keys: ["escape", "q", "n", "N"], shown: "Esc", action: "close", label: "close", isHint: true, weight: 2 },
];

/** The keys of each kind of panel. */
export const keysOfPanel: Readonly<Record<"filter" | "agents" | "warnings", KeyTable<PanelAction>>> = {
  filter: panelKeys,
  agents: agentsKeys,
  warnings: warningsKeys,
};

export type OfferAction = "accept" | "decline" | "leave";

export const offerKeys: KeyTable<OfferAction> = [
  { keys: ["y", "Y"], shown: "y", action: "accept", label: "resume the interrupted session" },
  {
    keys: ["n", "N"],
    shown: "n",
    action: "decline",
    label: "start a new one; do not ask about this one again",
  },
  { keys: ["escape"], action: "leave", label: "neither" },
];
