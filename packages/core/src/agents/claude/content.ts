import { type Foreign, isForeign, listOf, textOf } from "../foreign.ts";

/** A message's content as blocks; a plain string is one text. */
export function blocksOf(content: unknown): Foreign[] {
  const text = textOf(content);
  if (text !== null) return [{ type: "text", text }];
  return listOf(content).map((block) => (isForeign(block) ? block : { type: "text", text: String(block) }));
}

/** What can be read of it; the rest is named in brackets. */
export function readable(content: unknown): string {
  if (isForeign(content)) return JSON.stringify(content);
  return blocksOf(content)
    .map((block) => textOf(block.text) ?? mark(block))
    .join("\n");
}

/** Stands for a picture or a document. */
export function mark(block: Foreign): string {
  return `[${textOf(block.type) ?? "unknown"}]`;
}
