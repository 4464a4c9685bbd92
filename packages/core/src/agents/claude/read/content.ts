import type { EmbeddedImage } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";

/** A plain string is one text block. */
export function blocksOf(content: unknown): Foreign[] {
  const text = textOf(content);
  if (text !== null) return [{ type: "text", text }];
  return listOf(content).map((block) => (isForeign(block) ? block : { type: "text", text: String(block) }));
}

/** Whether the content of a message is a text or a list, as Claude Code writes it. */
export function isContent(content: unknown): boolean {
  return typeof content === "string" || Array.isArray(content);
}

/** Other content is named in brackets. */
export function readable(content: unknown): string {
  if (isForeign(content)) return JSON.stringify(content);
  return blocksOf(content)
    .map((block) => textOf(block.text) ?? placeholder(block))
    .join("\n");
}

/** Placeholder of an image or document. */
export function placeholder(block: Foreign): string {
  return `[${textOf(block.type) ?? "unknown"}]`;
}

/** Null if the log has only its address. */
export function imageIn(block: Foreign): EmbeddedImage | null {
  const base64 = textOf(fieldOf(block.source, "data"));
  const mediaType = textOf(fieldOf(block.source, "media_type")) ?? "image/png";
  return base64 === null ? null : { mediaType, base64 };
}
