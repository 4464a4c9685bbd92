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
  | "empty"
  | "subagents"
  | "archived"
  | "copy"
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
    more: "what is shown, and all that was said, run or edited",
    isHint: true,
    weight: 1,
  },
  { keys: ["h", "H", "?"], shown: "H", action: "help", label: "help", isHint: true },
  {
    keys: ["right", "tab"],
    shown: "←→",
    action: "next-action",
    label: "action",
    more: "the next, or the one before",
    isHint: true,
  },
  { keys: ["left", "shift+tab"], shown: "Shift-Tab", action: "previous-action", label: "action before" },
  {
    keys: ["a", "A"],
    shown: "A",
    action: "scope",
    label: "scope",
    more: "this project or all",
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
    more: "a session here, with the agent you choose",
    isHint: true,
  },
  { keys: ["escape", "ctrl+c", "q"], shown: "Esc", action: "close", label: "close", isHint: true, weight: 2 },
  // A terminal makes a newline of the Enter that was pressed before we had it.
  { keys: ["enter", "ctrl+j"], action: "act", label: "does the chosen action" },
  { keys: ["up", "k"], action: "up", label: "session above" },
  { keys: ["down", "j"], action: "down", label: "session below" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
  { keys: ["home"], action: "top", label: "newest session" },
  { keys: ["end"], action: "bottom", label: "oldest session" },
  { keys: ["e", "E"], shown: "E", action: "empty", label: "sessions without messages, too" },
  { keys: ["g", "G"], shown: "G", action: "subagents", label: "sessions of sub-agents, too" },
  { keys: ["v", "V"], shown: "V", action: "archived", label: "archived sessions, too" },
  { keys: ["c", "C"], shown: "C", action: "copy", label: "copies the session's id" },
  {
    keys: ["r", "R"],
    shown: "R",
    action: "status",
    label: "what runs, and what was going on when something died",
  },
  {
    keys: ["x", "X"],
    shown: "X",
    action: "dismiss",
    label: "dismisses an interruption",
    more: "it stays listed, and is no longer counted or offered; again, it counts",
  },
  { keys: ["w", "W"], shown: "W", action: "warnings", label: "what could not be read" },
  { keys: ["d", "D"], shown: "D", action: "demo", label: "demo with sample sessions" },
  { keys: ["ctrl+r"], action: "again", label: "reads the list again" },
];

type SearchAction = "keep" | "restore" | Exclude<Move, "top" | "bottom">;

/** While a search is typed; every other key writes. */
export const searchKeys: KeyTable<SearchAction> = [
  {
    keys: ["enter"],
    action: "keep",
    label: "keep",
    more: "the matches, to choose among them",
    isHint: true,
    weight: 1,
  },
  { keys: ["escape"], action: "restore", label: "back to all", isHint: true },
  { keys: ["up"], action: "up", label: "match above" },
  { keys: ["down"], action: "down", label: "match below" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
];

export type PanelAction = "up" | "down" | "choose" | "try" | "close";

export const panelKeys: KeyTable<PanelAction> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "choose", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  { keys: ["enter"], action: "choose", label: "take", more: "closes the filter", isHint: true, weight: 1 },
  { keys: ["space"], action: "try", label: "try", more: "the filter stays open", isHint: true },
  {
    keys: ["escape", "q", "f", "F"],
    shown: "Esc",
    action: "close",
    label: "close",
    isHint: true,
    weight: 2,
  },
];

/** While what could not be read is shown. */
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

/** While it is asked with whom a new session begins. */
export const agentsKeys: KeyTable<AgentsAction> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "choose", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  { keys: ["enter"], action: "choose", label: "begin", more: "a session with it", isHint: true, weight: 1 },
  { keys: ["escape", "q", "n", "N"], shown: "Esc", action: "close", label: "close", isHint: true, weight: 2 },
];

/** Of the panel of this kind. */
export const keysOfPanel: Readonly<Record<"filter" | "agents" | "warnings", KeyTable<PanelAction>>> = {
  filter: panelKeys,
  agents: agentsKeys,
  warnings: warningsKeys,
};

export type OfferAction = "accept" | "decline" | "leave";

/** While the one-line question about an interrupted run stands. */
export const offerKeys: KeyTable<OfferAction> = [
  { keys: ["y", "Y"], shown: "y", action: "accept", label: "resumes the interrupted session" },
  {
    keys: ["n", "N"],
    shown: "n",
    action: "decline",
    label: "begins a new one; this one is not asked about again",
  },
  { keys: ["escape"], action: "leave", label: "neither" },
];
