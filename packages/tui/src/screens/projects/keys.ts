import type { KeyTable } from "../../kernel/keys.ts";
import { listSearchKeys } from "../../widgets/list-search.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey, usualKeys } from "../../widgets/usual-keys.ts";

export type Action = "open" | "search" | "back" | "escape" | "scope" | "again" | "help" | Move;

export const keys: KeyTable<Action> = [
  { keys: ["enter"], action: "open", label: "open", isHint: true, weight: 9 },
  usualKey("search", "search", { more: "in goals, branches and paths", isHint: true, weight: 6 }),
  {
    ...usualKey("scope", "scope", {
      more: "switch between this workspace and all",
      isHint: true,
      weight: 4,
    }),
    keys: [...usualKeys.scope, "tab"],
    shown: "a Tab",
  },
  usualKey("help", "help", { isHint: true, weight: 7 }),
  usualKey("back", "back", { isHint: true, weight: 8 }),
  usualKey("escape", "clear the search, then back"),
  ...moveKeys(
    { up: "previous project", down: "next project", top: "first project", bottom: "last project" },
    { hint: "choose", weight: 5 },
  ),
  { keys: ["r", "ctrl+r"], shown: "r Ctrl-R", action: "again", label: "refresh" },
];

/** While a search is typed. */
export const searchKeys = listSearchKeys({ label: "open", more: "the selected match" });
