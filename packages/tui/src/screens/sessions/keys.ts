import type { KeyTable } from "../../kernel/keys.ts";
import { listSearchKeys } from "../../widgets/list-search.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
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
  | "continue"
  | "status"
  | "projects"
  | "unlisted"
  | "sort"
  | "tidy"
  | "undo"
  | "preview"
  | "preview-up"
  | "preview-down"
  | "copy"
  | "copy-command"
  | "open-agent"
  | "edit"
  | "warnings"
  | "demo"
  | "dismiss"
  | "again"
  | "back"
  | "quit";

export const sessionsKeys: KeyTable<SessionsAction> = [
  {
    keys: ["/", "s", "S"],
    action: "search",
    label: "search",
    more: "titles, and everything said, run or edited; also S",
    isHint: true,
    weight: 1,
  },
  { keys: ["?", "h", "H"], action: "help", label: "help", more: "also H", isHint: true },
  {
    keys: ["right", "tab"],
    shown: "←→",
    action: "next-action",
    label: "action",
    more: "next or previous; also Tab",
    isHint: true,
  },
  { keys: ["left", "shift+tab"], shown: "Shift-Tab", action: "previous-action", label: "previous action" },
  {
    keys: ["a", "A"],
    action: "scope",
    label: "scope",
    more: "switch between this project and all",
    isHint: true,
  },
  { keys: ["f", "F"], action: "filter", label: "filter", more: "by state, agent and kind", isHint: true },
  { keys: ["n", "N"], action: "new", label: "new", more: "start a session here", isHint: true },
  {
    keys: ["v", "V"],
    action: "preview",
    label: "preview",
    more: "show or hide the end of the conversation",
    isHint: true,
  },
  {
    keys: ["q", "ctrl+c"],
    shown: "q Ctrl-C",
    footer: { key: "q", label: "quit" },
    action: "quit",
    label: "quit",
    isHint: true,
    weight: 2,
  },
  {
    keys: ["escape"],
    action: "back",
    label: "clear the search, then the filter",
    more: "it never quits",
  },
  // An Enter pressed before the app reads keys arrives as a newline.
  { keys: ["enter", "ctrl+j"], action: "act", label: "run the selected action" },
  ...moveKeys({
    up: "previous session",
    down: "next session",
    "half-page-up": "half a page up",
    "half-page-down": "half a page down",
    "page-up": "page up",
    "page-down": "page down",
    top: "first session",
    bottom: "last session",
  }),
  { keys: ["z", "Z"], action: "sort", label: "sort", more: "newest, largest or most turns first" },
  { keys: ["t", "T"], action: "tidy", label: "tidy up", more: "name, tags, hide, archive" },
  { keys: ["u", "U"], action: "undo", label: "undo the last change of a name, a tag, hidden or archived" },
  { keys: ["K"], action: "preview-up", label: "scroll the preview up" },
  { keys: ["J"], action: "preview-down", label: "scroll the preview down" },
  {
    keys: ["."],
    action: "unlisted",
    label: "show or hide empty, sub-agent, archived and hidden sessions",
  },
  {
    keys: ["o", "O"],
    action: "open-agent",
    label: "open in the agent itself",
    more: "in its own interface; the list returns when you leave it",
  },
  {
    keys: ["e", "E"],
    action: "edit",
    label: "open as Markdown in your editor",
    more: "a copy: the session itself does not change",
  },
  { keys: ["y", "c", "C"], shown: "y c", action: "copy", label: "copy the session's id" },
  {
    keys: ["Y"],
    action: "copy-command",
    label: "copy the command that opens it in the agent",
    more: "with its folder, for a shell",
  },
  {
    keys: ["R"],
    action: "continue",
    label: "continue what was cut off",
    more: "the selected session, if it was; else the one named above the list",
  },
  { keys: ["r"], action: "status", label: "interrupted and running sessions" },
  { keys: ["p", "P"], action: "projects", label: "projects", more: "goals worked on in rounds" },
  {
    keys: ["x", "X"],
    action: "dismiss",
    label: "stop reminding me of this interruption",
    more: "again: undo",
  },
  { keys: ["w", "W"], action: "warnings", label: "unreadable files" },
  { keys: ["d", "D"], action: "demo", label: "demo with sample sessions" },
  { keys: ["ctrl+r"], action: "again", label: "refresh the list" },
];

/** While typing a search; every other key types. */
export const searchKeys = listSearchKeys({ label: "open", more: "the selected match, where it matches" });

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
