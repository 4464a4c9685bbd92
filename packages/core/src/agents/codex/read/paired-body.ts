import type { ItemBody, Kept } from "@reprise/model";
import { type Foreign, isForeign, listOf } from "../../foreign.ts";
import { sentPromptText } from "./message.ts";
import type { PairedKind } from "./pair-duplicates.ts";

/** `kept`: only of a compaction. */
export function pairedBody(kind: PairedKind, text: string, kept: Kept | null): ItemBody {
  if (kind !== "compaction") return { kind: kind, text };
  const mark = { type: "compaction", summary: text === "" ? null : text, ...(kept && { kept }) } as const;
  return { kind: "notice", text: text === "" ? "Context compacted." : `Context compacted.\n${text}`, mark };
}

/** The latest prompts stay, as far as they fit: the line holds them as the model gets them, the summary behind them. */
export function keptBy(compacted: Foreign): Kept | null {
  const prompts = listOf(compacted.replacement_history).flatMap((item) => {
    if (!isForeign(item) || item.type !== "message" || item.role !== "user") return [];
    const text = sentPromptText(item);
    return text === null || text === "" || text === compacted.message ? [] : [text];
  });
  return prompts.length === 0 ? null : { prompts };
}
