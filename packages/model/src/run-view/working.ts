import type { RestoreEvent } from "../restore.ts";
import { exactLine } from "../text/exact-text.ts";

/** A running turn. */
export interface Working {
  /** Started but unfinished work by key, in words. */
  readonly begun: ReadonlyMap<string, string>;
  /** Requests waiting for the user. */
  readonly asked: ReadonlySet<string>;
  readonly isWriting: boolean;
}

const started: Working = { begun: new Map(), asked: new Set(), isWriting: false };

/** Null while no turn runs. */
export function workingAfter(before: Working | null, event: RestoreEvent): Working | null {
  if (event.type === "turn-started") return started;
  if (event.type === "turn-ended" || event.type === "run-ended") return null;
  if (before === null) return null;
  switch (event.type) {
    case "item": {
      const words = event.isComplete ? null : workWords(event.item);
      if (words === null && !before.begun.has(event.key)) return { ...before, isWriting: false };
      const begun = new Map(before.begun);
      if (words === null) begun.delete(event.key);
      else begun.set(event.key, words);
      return { ...before, begun, isWriting: false };
    }
    case "delta":
      return event.kind === "output" ? before : { ...before, isWriting: event.kind === "reply" };
    case "request":
      return { ...before, asked: new Set([...before.asked, event.request.id]) };
    case "request-resolved":
      return { ...before, asked: new Set([...before.asked].filter((id) => id !== event.id)) };
    default:
      return before;
  }
}

function workWords(item: Extract<RestoreEvent, { type: "item" }>["item"]): string | null {
  switch (item.kind) {
    case "command":
      return `running ${oneLine(item.command)}`;
    case "edit":
      return item.changes.length === 1
        ? `editing ${oneLine(item.changes[0]?.path ?? "")}`
        : `editing ${item.changes.length} files`;
    case "tool":
      return `using ${oneLine(item.name)}`;
    default:
      return null;
  }
}

const mostCharacters = 60;

function oneLine(text: string): string {
  const characters = [...exactLine(text.slice(0, 4 * mostCharacters))];
  return characters.length <= mostCharacters
    ? characters.join("")
    : `${characters.slice(0, mostCharacters - 1).join("")}…`;
}

/** Activity and duration: `12 s · running npm test`. */
export function workingWords(working: Working, elapsedMs: number): string {
  return `${elapsedText(elapsedMs)} · ${doingWords(working)}`;
}

export function doingWords({ asked, begun, isWriting }: Working): string {
  if (asked.size > 0) return "waiting for you";
  return [...begun.values()].at(-1) ?? (isWriting ? "writing" : "thinking");
}

export function elapsedText(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}

/** When a face that cannot redraw reports progress: after 10 s, after a minute, then every minute. */
export function nextReportMs(elapsedMs: number): number {
  if (elapsedMs < 10_000) return 10_000;
  return (Math.floor(elapsedMs / 60_000) + 1) * 60_000;
}
