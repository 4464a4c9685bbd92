import { estimatedTokens, type SavedState, type WorkbenchAction } from "@reprise/model";

/** What a person has written as it is saved; null: nothing. */
export function draftOf({
  text,
  cursor,
  inputs,
}: Omit<WorkbenchAction & { type: "draft" }, "type">): SavedState["draft"] {
  if (text === "" && inputs.length === 0) return null;
  return { text, cursor: Math.min(cursor, text.length), tokens: estimatedTokens(text), inputs };
}
