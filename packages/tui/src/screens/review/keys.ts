import type { KeyTable } from "../../kernel/keys.ts";
import { listSearchKeys } from "../../widgets/list-search.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey } from "../../widgets/usual-keys.ts";

export type Action =
  | Move
  | "detail-up"
  | "detail-down"
  | "detail-page-up"
  | "detail-page-down"
  | "choose"
  | "state"
  | "search"
  | "filter"
  | "refresh"
  | "diff"
  | "run"
  | "watch"
  | "edit"
  | "post"
  | "copy"
  | "escape"
  | "back"
  | "help";

export const keys: KeyTable<Action> = [
  {
    keys: ["x", "X"],
    shown: "x",
    action: "run",
    label: "run",
    more: "the agent works on the chosen comments; without any, on all shown",
    isHint: true,
    weight: 9,
  },
  {
    keys: ["space"],
    action: "choose",
    label: "choose",
    more: "or leave out, with the replies to it",
    isHint: true,
    weight: 7,
  },
  { keys: ["f"], action: "state", label: "all/unresolved", isHint: true, weight: 7 },
  {
    keys: ["F"],
    action: "filter",
    label: "filter",
    more: "by file, reviewer or commits",
    isHint: true,
    weight: 5,
  },
  usualKey("search", "search", { more: "in authors, files and texts", isHint: true, weight: 4 }),
  { keys: ["c"], action: "diff", label: "diff", more: "of the whole pull request", isHint: true, weight: 6 },
  {
    keys: ["r"],
    action: "refresh",
    label: "refresh",
    more: "also every 30 seconds",
    isHint: true,
    weight: 4,
  },
  {
    keys: ["enter", "v"],
    shown: "Enter",
    action: "watch",
    label: "conversation",
    more: "of the run",
    weight: 8,
  },
  usualKey("edit", "edit reply", { more: "that is drafted after a run", weight: 6 }),
  { keys: ["p"], action: "post", label: "post reply", more: "after a question that shows it", weight: 6 },
  usualKey("help", "help", { isHint: true, weight: 8 }),
  usualKey("back", "quit", { more: "asks first if a run is in progress", isHint: true, weight: 8 }),
  usualKey("escape", "step back", {
    more: "closes what is open, dismisses a message, asks to cancel the run, takes back the choice, then the filter",
  }),
  usualKey("copy", "copy the comment"),
  ...moveKeys({
    up: "previous comment",
    down: "next comment",
    top: "first comment",
    bottom: "last comment",
  }),
  { keys: ["K"], action: "detail-up", label: "scroll the comment up" },
  { keys: ["J"], action: "detail-down", label: "scroll the comment down" },
  { keys: ["["], action: "detail-page-up", label: "page up in the comment" },
  { keys: ["]"], action: "detail-page-down", label: "page down in the comment" },
];

/** While a search is typed. */
export const searchKeys = listSearchKeys({
  label: "keep",
  more: "the matches, and use any key on them",
});
