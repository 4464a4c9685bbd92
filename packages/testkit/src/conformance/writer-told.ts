import type { PortableItem } from "@reprise/core";
import type { ModelRequest } from "../models/model.ts";
import { type Told, toldIn } from "../models/told.ts";
import { markCount, sampleHistory } from "./writer-history.ts";
import type { WriterCase } from "./writer-stage.ts";

type Pair = { kind: "call"; name: string; input: unknown; output: string | null };
type Text = { kind: "user" | "assistant"; text: string };

/** The history as the agent's model ought to be told of it. */
export function expectedOf(history: readonly PortableItem[], given: WriterCase): (Pair | Text)[] {
  return history.map((item) => {
    if (item.kind !== "call") return { kind: item.kind, text: item.text };
    const output = given.toldOutput?.(item) ?? item.output;
    return { kind: "call", ...given.toldCall(item.call), output };
  });
}

/** What a request tells of the history, calls with their outputs; what agents add of their own is left out. */
export function historyIn(request: ModelRequest, texts: readonly string[]): (Pair | Text)[] {
  const told = toldIn(request);
  const known = new Set([...sampleHistory.flatMap((item) => ("text" in item ? [item.text] : [])), ...texts]);
  return told.flatMap((one, index): (Pair | Text)[] => {
    if (one.kind === "output") return [];
    if (one.kind !== "call") return known.has(one.text) ? [one] : [];
    return [{ kind: "call", name: one.name, input: one.input, output: outputAfter(told, index, one.id) }];
  });
}

/** Null when it does not come before anything else is said. */
function outputAfter(told: readonly Told[], index: number, id: string): string | null {
  for (const one of told.slice(index + 1)) {
    if (one.kind === "user" || one.kind === "assistant") return null;
    if (one.kind === "output" && one.id === id) return one.text;
  }
  return null;
}

/** How often each mark of the history stands in a request, wherever it does. */
export function markCounts({ body }: ModelRequest): number[] {
  const text = JSON.stringify(body);
  return Array.from({ length: markCount }, (_, index) => {
    const mark = `history-${String(index + 1).padStart(2, "0")}`;
    return text.split(mark).length - 1;
  });
}
