import { mentionAt } from "@reprise/model";
import type { Composer } from "../../../composer/index.ts";

/** The word before the cursor that can be completed. */
export interface Trigger {
  readonly kind: "command" | "model" | "file";
  /** Where the word starts in the text. */
  readonly start: number;
  readonly letters: string;
}

/** Null if nothing is being written that could be completed. A recalled prompt is not being written. */
export function triggerAt({ buffer, recalled }: Composer): Trigger | null {
  if (recalled !== null) return null;
  const { text, cursor, folds } = buffer;
  const isWordEnd = cursor === text.length || /\s/.test(text[cursor] ?? "");
  if (!isWordEnd) return null;
  if (text.startsWith("/") && cursor <= longestCommand) {
    const before = text.slice(0, cursor);
    const [, command] = /^\/([a-z]*)$/i.exec(before) ?? [];
    if (command !== undefined) return { kind: "command", start: 0, letters: command };
    const [, head = "", model] = /^(\/model\s+)(\S*)$/i.exec(before) ?? [];
    if (model !== undefined) return { kind: "model", start: head.length, letters: model };
  }
  const mention = mentionAt(text, cursor);
  if (mention === null || folds.some(({ end }) => end > mention.start && end <= cursor)) return null;
  return { kind: "file", ...mention };
}

const longestCommand = 200;
