import { readFileSync } from "node:fs";
import type { RunEvent } from "@reprise/model";

/** Turns an agent's printed lines into events. */
export interface LineReader<End> {
  take(line: Readonly<Record<string, unknown>>): readonly RunEvent[];
  rest(exit: { code: number | null; signal: NodeJS.Signals | null }): readonly RunEvent[];
  readonly end: End;
}

/** A reader's events for recorded lines and their end with this exit code. */
export function readRecording<End>(
  reader: LineReader<End>,
  lines: string | readonly object[],
  code: number | null = 0,
): { events: readonly RunEvent[]; end: End } {
  const values = typeof lines === "string" ? linesIn(lines) : lines;
  const events = values.flatMap((line) => reader.take(line as Readonly<Record<string, unknown>>));
  const rest = reader.rest({ code, signal: null });
  return { events: [...events, ...rest], end: reader.end };
}

function linesIn(path: string): object[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

/** The last version of each item, in the order they started. */
export function lastItems(events: readonly RunEvent[]) {
  const items = new Map<string, Extract<RunEvent, { type: "item" }>["item"]>();
  for (const event of events) if (event.type === "item") items.set(event.key, event.item);
  return [...items.values()];
}
