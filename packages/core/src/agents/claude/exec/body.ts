import type { ItemBody } from "@reprise/model";
import { type Foreign, textOf } from "../../foreign.ts";

/** Null if there is nothing to read. */
export function bodyOfBlock(block: Foreign, { isAside }: { isAside: boolean }): ItemBody | null {
  const text = textOf(block.text);
  if (block.type === "text") {
    if (text === null || text.trim() === "") return null;
    return isAside ? { kind: "notice", text: `Sub-agent: ${text}` } : { kind: "reply", text };
  }
  if (block.type === "thinking") {
    const thinking = textOf(block.thinking) ?? "";
    return thinking.trim() === "" ? null : { kind: "reasoning", text: thinking };
  }
  return block.type === "redacted_thinking" ? null : { kind: "opaque", raw: block };
}
