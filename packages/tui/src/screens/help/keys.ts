import type { KeyTable } from "../../kernel/keys.ts";
import { moveKeys } from "../../widgets/move-keys.ts";
import type { Move } from "../../widgets/scroll.ts";
import { usualKey } from "../../widgets/usual-keys.ts";

type HelpAction = Move | "back" | "escape" | "help";

export const helpKeys: KeyTable<HelpAction> = [
  usualKey("back", "close", { isHint: true }),
  usualKey("escape", "close"),
  { keys: ["?", "h", "H", "enter"], shown: "? h Enter", action: "help", label: "close" },
  ...moveKeys({}, { hint: "scroll", more: { "page-down": ["space", "Space"], "page-up": ["b", "b"] } }),
];
