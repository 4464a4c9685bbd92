import { exactLine } from "@reprise/model";
import { clickable, rowTarget } from "../../../kernel/click-zones.ts";
import type { Hint } from "../../../kernel/keys.ts";
import type { Size } from "../../../kernel/screen.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { cutLeft, cutTo, fit } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { keepInView } from "../../../widgets/scroll.ts";
import type { LiveState } from "../state.ts";
import { type Choice, type Completion, openCompletion } from "./completion.ts";

const mostRows = 8;

/** The rows above the composer; a click on one completes it. */
export function completionLines(state: LiveState, { columns, rows }: Size, theme: Theme): string[] {
  const open = openCompletion(state);
  if (open === null) return [];
  const { choices, chosen } = open;
  const height = Math.min(choices.length, mostRows, Math.max(1, Math.floor(rows / 4)));
  const { top } = keepInView({ top: 0, chosen: chosen ?? 0 }, choices.length, height);
  const width = Math.max(...choices.map(({ word }) => widthOf(word)));
  return choices.slice(top, top + height).map((choice, index) => {
    const row = top + index;
    const isChosen = row === chosen;
    const text = `${isChosen ? "›" : " "} ${rowText(open, choice, Math.min(width, 24), columns - 2)}`;
    return clickable(rowTarget(row), theme(isChosen ? "highlight" : "dim", fit(text, columns)), theme);
  });
}

/** The keys of the list; null if none is open. */
export function completionHints(state: LiveState): readonly Hint[] | null {
  const open = openCompletion(state);
  if (open === null) return null;
  const { chosen, choices } = open;
  const place = choices.length < 2 ? "" : ` ${chosen === null ? "" : `${chosen + 1} of `}${choices.length}`;
  return [
    { key: "Tab", label: "complete", press: "tab", weight: 9 },
    { key: "↑↓", label: `choose${place}`, weight: 8 },
    { key: "Esc", label: "close the list", press: "escape", weight: 7 },
  ];
}

function rowText({ trigger }: Completion, { word, means }: Choice, width: number, columns: number): string {
  // The end of a path says more than its beginning.
  if (trigger.kind === "file") return cutLeft(exactLine(word), columns);
  return cutTo(`${exactLine(word).padEnd(width)}  ${means}`.trimEnd(), columns);
}
