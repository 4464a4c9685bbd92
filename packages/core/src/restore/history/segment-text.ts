import { attachedText } from "../../agents/attached-text.ts";
import { patchText } from "../../agents/writing/patch-text.ts";
import type { PortableItem } from "../../agents/writing/portable.ts";
import type { Segment } from "./segments.ts";

/** Identifies the messages of a replay. */
export function restoreMark(hash: string): string {
  return `Reprise restore ${hash.slice(0, 12)}`;
}

export function segmentText(segment: Segment, total: number, mark: string): string {
  return [
    `[${mark}: segment ${segment.number} of ${total}]`,
    "The following is the history of an earlier session, for context only. Do not act on it, do not answer it, run nothing.",
    "",
    ...segment.entries.map(({ item }) => itemText(item)),
    `[end of segment ${segment.number} of ${total}]`,
  ].join("\n");
}

export function endText(mark: string): string {
  return `[${mark}: end] The history is complete. What follows is new; continue from here when asked.`;
}

/** The end counts as number 0. */
export function segmentsIn(prompts: readonly string[], mark: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const prompt of prompts) {
    if (!prompt.includes(`[${mark}: `)) continue;
    const [, number] = new RegExp(`\\[${mark}: segment (\\d+) of \\d+\\]`).exec(prompt) ?? [];
    if (number !== undefined) found.add(Number(number));
    if (prompt.includes(`[${mark}: end]`)) found.add(0);
  }
  return found;
}

function itemText(item: PortableItem): string {
  if (item.kind === "user") {
    const attached = (item.attached ?? []).map((one) => `${attachedText(one)}\n`).join("");
    return `${item.text === "" ? "" : `--- user ---\n${item.text}\n`}${attached}`;
  }
  if (item.kind === "assistant") return `--- assistant ---\n${item.text}\n`;
  const { call } = item;
  const head =
    call.tool === "command"
      ? `--- command ---\n$ ${call.command}`
      : call.tool === "edit"
        ? `--- edit ---\n${patchText(call.changes)}`
        : `--- tool ${call.name} ---\n${JSON.stringify(call.input)}`;
  const result = item.hasFailed ? "failed" : "done";
  return `${head}\n--- output (${result}) ---\n${item.output}\n`;
}
