import { readFileSync } from "node:fs";
import type { RunEvent } from "@reprise/model";

/** Whatever makes events of an agent's printed lines. */
export interface LineReader<End> {
  take(line: Readonly<Record<string, unknown>>): readonly RunEvent[];
  rest(exit: { code: number | null; signal: NodeJS.Signals | null }): readonly RunEvent[];
  readonly end: End;
}

/** What a reader makes of recorded lines, and of their end with this exit code. */
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

/** The items as they stood last, in the order in which they began. */
export function lastItems(events: readonly RunEvent[]) {
  const items = new Map<string, Extract<RunEvent, { type: "item" }>["item"]>();
  for (const event of events) if (event.type === "item") items.set(event.key, event.item);
  return [...items.values()];
}
