import { estimatedTokens, type PromptInput, type SavedState, type WorkbenchAction } from "@reprise/model";

/** What a person has written as it is saved; null: nothing. */
export function draftOf({
  text,
  cursor,
  inputs,
}: Omit<WorkbenchAction & { type: "draft" }, "type">): SavedState["draft"] {
  if (text === "" && inputs.length === 0) return null;
  return { text, cursor: Math.min(cursor, text.length), tokens: estimatedTokens(text), inputs };
}

/** A draft with texts before what is being written, unless they are there. */
export function draftWith(
  draft: SavedState["draft"],
  texts: readonly string[],
  inputs: readonly PromptInput[],
): SavedState["draft"] {
  const written = draft?.text ?? "";
  const missing = texts.filter((text) => !`\n\n${written}\n\n`.includes(`\n\n${text}\n\n`));
  const text = [...missing, written].filter((part) => part !== "").join("\n\n");
  const known = draft?.inputs ?? [];
  const more = inputs.filter(({ path }) => !known.some((one) => one.path === path));
  return draftOf({ text, cursor: text.length, inputs: [...more, ...known] });
}
