import { asText, attachedText, type PortableItem } from "@reprise/core";
import type { ModelRequest } from "../models/model.ts";
import { type ModelInput, modelInputs } from "../models/model-input.ts";
import { markCount, sampleHistory } from "./writer-history.ts";
import type { WriterStage } from "./writer-stage.ts";

type Pair = { kind: "call"; name: string; input: unknown; output: string | null };
type Text = { kind: "user" | "assistant"; text: string };

/** The history as the agent's model should receive it. */
export function expectedOf(history: readonly PortableItem[], { given, scratch }: WriterStage): (Pair | Text)[] {
  return history.flatMap((item): (Pair | Text)[] => {
    if (item.kind !== "call") return textsOf(item);
    const output = given.toldOutput?.(item) ?? item.output;
    const calls = given.toldCall(item.call, scratch.workspace);
    if (calls.length > 0) return calls.map((call) => ({ kind: "call", ...call, output }));
    return textsOf({ kind: "user", text: "", attached: [asText(item)], at: null });
  });
}

function textsOf(item: Exclude<PortableItem, { kind: "call" }>): Text[] {
  const { kind, text } = item;
  const attached = item.kind === "user" ? (item.attached ?? []).map(attachedText) : [];
  return [...(text === "" ? [] : [text]), ...attached].map((one) => ({ kind, text: one }));
}

/** The history in a request, calls with their outputs; without the agent's own additions. */
export function historyIn(request: ModelRequest, texts: readonly string[]): (Pair | Text)[] {
  const told = modelInputs(request);
  const own = sampleHistory.flatMap((item) =>
    item.kind === "call" ? [attachedText(asText(item))] : textsOf(item).map(({ text }) => text),
  );
  const known = new Set([...own, ...texts]);
  return told.flatMap((one, index): (Pair | Text)[] => {
    if (one.kind === "output") return [];
    if (one.kind !== "call") return known.has(one.text) ? [one] : [];
    return [{ kind: "call", name: one.name, input: one.input, output: outputAfter(told, index, one.id) }];
  });
}

/** Null if another message comes first. */
function outputAfter(told: readonly ModelInput[], index: number, id: string): string | null {
  for (const one of told.slice(index + 1)) {
    if (one.kind === "user" || one.kind === "assistant") return null;
    if (one.kind === "output" && one.id === id) return one.text;
  }
  return null;
}

/** How often each mark of the history occurs anywhere in a request. */
export function markCounts({ body }: ModelRequest): number[] {
  const text = JSON.stringify(body);
  return Array.from({ length: markCount }, (_, index) => {
    const mark = `history-${String(index + 1).padStart(2, "0")}`;
    return text.split(mark).length - 1;
  });
}
