import { safeLine } from "@reprise/model";
import { clickableLine, rowTarget } from "../../../kernel/click-zones.ts";
import { hintsOf, type KeyTable } from "../../../kernel/keys.ts";
import type { Picture, Size } from "../../../kernel/screen.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { apart, cutTo, fit } from "../../../text/fit.ts";
import { fieldLine } from "../../../widgets/field-line.ts";
import { hintLine } from "../../../widgets/footer.ts";
import type { Move } from "../../../widgets/scroll.ts";
import type { State } from "../state.ts";
import { choicesOf, choiceText, type MenuState } from "./menu.ts";

export type MenuAction = Extract<Move, "up" | "down" | "page-up" | "page-down"> | "choose" | "close";

export const menuKeys: KeyTable<MenuAction> = [
  { keys: ["enter"], action: "choose", label: "choose", more: "again: no longer", isHint: true, weight: 9 },
  { keys: ["escape", "ctrl+c"], action: "close", label: "close", isHint: true, weight: 8 },
  {
    keys: ["up", "ctrl+p"],
    shown: "↑↓",
    action: "up",
    label: "move",
    more: "also Ctrl-P and Ctrl-N",
    isHint: true,
  },
  { keys: ["down", "ctrl+n"], action: "down", label: "next" },
  { keys: ["pageUp"], action: "page-up", label: "page up" },
  { keys: ["pageDown"], action: "page-down", label: "page down" },
];

/** Title, field and keys. */
export function menuHeight({ rows }: Size): number {
  return Math.max(1, rows - 3);
}

export function menuView(state: State, menu: MenuState, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const choices = choicesOf(state, menu);
  const field = fieldLine("Find, or a range A..B: ", menu.field, columns);
  const height = menuHeight(size);
  const { top, chosen } = menu.scroll;
  const shown = choices.slice(top, top + height).map((choice, index) => {
    const text = choiceText(choice);
    const line = top + index === chosen ? theme("highlight", fit(`› ${text}`, columns)) : cutTo(`  ${text}`, columns);
    return clickableLine(rowTarget(top + index), line, theme);
  });
  const body = choices.length === 0 ? [theme("dim", cutTo("Nothing fits.", columns))] : shown;
  const lines = [
    theme("bold", apart("Show the comments", state.isDemo ? "DEMO" : "", columns)),
    cutTo(safeLine(field.text), columns),
    ...Array.from({ length: height }, (_, index) => body[index] ?? ""),
    hintLine(hintsOf(menuKeys), columns, theme),
  ];
  return { lines: lines.slice(0, rows), cursor: rows > 1 ? { row: 1, column: field.column } : null };
}
