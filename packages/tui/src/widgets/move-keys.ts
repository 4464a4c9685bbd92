import type { KeyTable } from "../kernel/keys.ts";
import type { Move } from "./scroll.ts";

const keysOf: Readonly<Record<Move, readonly string[]>> = {
  up: ["up", "k", "ctrl+p"],
  down: ["down", "j", "ctrl+n"],
  "half-page-up": ["ctrl+u"],
  "half-page-down": ["ctrl+d"],
  "page-up": ["pageUp", "ctrl+b"],
  "page-down": ["pageDown", "ctrl+f"],
  top: ["home", "g"],
  bottom: ["end", "G"],
};

const shown: Readonly<Record<Move, string>> = {
  up: "↑ k Ctrl-P",
  down: "↓ j Ctrl-N",
  "half-page-up": "Ctrl-U",
  "half-page-down": "Ctrl-D",
  "page-up": "PgUp Ctrl-B",
  "page-down": "PgDn Ctrl-F",
  top: "Home g",
  bottom: "End G",
};

/** Where the steps are rows of a text. */
const scrollLabels: Readonly<Record<Move, string>> = {
  up: "row up",
  down: "row down",
  "half-page-up": "half a page up",
  "half-page-down": "half a page down",
  "page-up": "page up",
  "page-down": "page down",
  top: "to the top",
  bottom: "to the end",
};

interface MoveOptions {
  /** Shown in the footer, after the arrows. */
  readonly hint?: string | undefined;
  readonly weight?: number | undefined;
  /** A screen's own keys besides. */
  readonly more?: Readonly<Partial<Record<Move, readonly [key: string, shown: string]>>> | undefined;
}

/** The keys that move, the same on every screen where nothing is typed. `labels`: what the screen calls each step. */
export function moveKeys(
  labels: Readonly<Partial<Record<Move, string>>> = {},
  { hint, weight, more = {} }: MoveOptions = {},
): KeyTable<Move> {
  const moves = Object.keys(keysOf) as Move[];
  return moves.map((action) => {
    const besides = more[action];
    return {
      keys: besides ? [...keysOf[action], besides[0]] : keysOf[action],
      action,
      label: labels[action] ?? scrollLabels[action],
      shown: besides ? `${shown[action]} ${besides[1]}` : shown[action],
      ...(action === "up" && hint !== undefined ? { isHint: true, weight, footer: { key: "↑↓", label: hint } } : {}),
    };
  });
}
