import type { Hidden, Page } from "@reprise/model";
import { sessionTable, type TableStyle } from "./session-table.ts";
import { count, grouped } from "./words.ts";

interface PagePlace {
  /** The number of the first row, from 1. */
  readonly start: number;
  /** The command that shows the next page; null on the last one. */
  readonly nextCommand: string | null;
}

export function listText(page: Page, place: PagePlace, style: TableStyle): string {
  const { paint } = style;
  const last = place.start + page.sessions.length - 1;
  const scope = style.isEveryWorkspace ? "All sessions" : "This project";
  const range = page.sessions.length === 0 ? "0" : `${grouped(place.start)}–${grouped(last)}`;
  const hidden = hiddenLine(page.hidden);
  return lines([
    ...sessionTable(page.sessions, style),
    ...(page.sessions.length > 0 ? [""] : []),
    `Showing ${range} of ${grouped(page.total)} · ${scope}`,
    ...(hidden === null ? [] : [paint("dim", hidden)]),
    ...(place.nextCommand === null ? [] : [paint("dim", `Next page: ${place.nextCommand}`)]),
  ]);
}

/** What this scope holds besides, and the option that shows it. */
export function hiddenLine(hidden: Hidden): string | null {
  const parts = [
    hidden.empty > 0 ? `${grouped(hidden.empty)} more without messages (--include-empty)` : null,
    hidden.subagents > 0 ? `${count(hidden.subagents, "sub-agent session")} (--subagents)` : null,
    hidden.archived > 0 ? `${grouped(hidden.archived)} archived (--archived)` : null,
    hidden.unreadable > 0 ? `${count(hidden.unreadable, "file")} could not be read (reprise doctor)` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

export function lines(all: readonly string[]): string {
  return all.map((line) => `${line.trimEnd()}\n`).join("");
}
