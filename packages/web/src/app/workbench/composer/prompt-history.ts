import type { WorkbenchEntry } from "@reprise/model";

/** Earlier prompts, oldest first, each once in a row. */
export function promptsIn(entries: readonly WorkbenchEntry[]): readonly string[] {
  const prompts = entries.flatMap(({ item }) => (item.kind === "prompt" ? [item.text] : []));
  return prompts.filter((text, index) => text !== prompts[index - 1]);
}

export interface Recall {
  readonly prompts: readonly string[];
  /** Null: none is shown. */
  readonly at: number | null;
}

/**
 * The text after ↑ or ↓: earlier prompts in an empty box, or while one of them is shown unchanged. Null: the key moves the
 * cursor as usual.
 */
export function recalled(
  { prompts, at }: Recall,
  text: string,
  by: -1 | 1,
): { readonly text: string; readonly at: number | null } | null {
  const isShown = at !== null && prompts[at] === text;
  if (!isShown && (text !== "" || by === 1)) return null;
  const next = (isShown ? at : prompts.length) + by;
  if (next >= prompts.length) return { text: "", at: null };
  const prompt = prompts[next];
  return prompt === undefined ? null : { text: prompt, at: next };
}
