import type { KeyTable } from "../../../kernel/keys.ts";

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

export const tidyKeys: KeyTable<Exclude<PanelAction, "try">> = [
  { keys: ["up", "k"], shown: "↑↓", action: "up", label: "choose", isHint: true },
  { keys: ["down", "j"], action: "down", label: "down" },
  { keys: ["enter"], action: "choose", label: "change", isHint: true, weight: 1 },
  { keys: ["escape", "q", "t", "T"], shown: "Esc", action: "close", label: "close", isHint: true, weight: 2 },
];

/** While a name or tags are typed; every other key types. */
export const tidyFieldKeys: KeyTable<"save" | "leave"> = [
  { keys: ["enter"], action: "save", label: "save", more: "nothing removes it", isHint: true, weight: 1 },
  { keys: ["escape"], action: "leave", label: "leave it as it was", isHint: true },
];

/** The keys of each kind of panel. */
export const keysOfPanel: Readonly<Record<"filter" | "agents" | "warnings" | "tidy", KeyTable<PanelAction>>> = {
  filter: panelKeys,
  agents: agentsKeys,
  warnings: warningsKeys,
  tidy: tidyKeys,
};
