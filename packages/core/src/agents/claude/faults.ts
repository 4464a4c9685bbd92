import type { BadItem } from "../ailments/bad-item.ts";
import { idFaults, inputFaults, nameFaults, plainName } from "../ailments/call-faults.ts";
import { type Foreign, isForeign, listOf, textOf } from "../foreign.ts";

const names = plainName(128);
const ids = { most: Number.POSITIVE_INFINITY, pattern: /^[a-zA-Z0-9_-]+$/ };
const ofReplies = new Set([
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "fallback",
]);
const ofPrompts = new Set(["text", "image", "document", "search_result", "tool_result", "container_upload"]);
const ofResults = new Set(["text", "image", "document", "search_result", "tool_reference"]);

/** Sent unchanged by Claude Code 2.1.325 and refused by the Messages API. */
export function replyFaults(blocks: readonly Foreign[]): readonly BadItem[] {
  return blocks.flatMap((block) => {
    const type = textOf(block.type) ?? "";
    if (type === "tool_use")
      return [
        ...idFaults(textOf(block.id) ?? "", ids),
        ...nameFaults(textOf(block.name) ?? "", names),
        ...inputFaults(block.input),
      ];
    return ofReplies.has(type) || type.endsWith("_tool_result") ? [] : [unknownBlock("A reply", type)];
  });
}

export function promptFaults(blocks: readonly Foreign[]): readonly BadItem[] {
  const unknown = blocks.find(({ type }) => !ofPrompts.has(textOf(type) ?? ""));
  const results = blocks.filter(({ type }) => type === "tool_result");
  const firstOther = blocks.findIndex(({ type }) => type !== "tool_result");
  const isBehind = firstOther !== -1 && blocks.slice(firstOther).some(({ type }) => type === "tool_result");
  return [
    ...(unknown ? [unknownBlock("A message of the user", textOf(unknown.type) ?? "")] : []),
    ...(isBehind ? [behindText] : []),
    ...results.flatMap(resultFaults),
  ];
}

const behindText: BadItem = {
  kind: "misplaced-output",
  what: "The output of a tool follows other content of the same message; it must come first.",
  onResume: "sent",
};

function resultFaults({ content, is_error }: Foreign): BadItem[] {
  const parts = listOf(content).filter(isForeign);
  const isEmpty = typeof content === "string" ? content === "" : Array.isArray(content) && content.length === 0;
  if (is_error === true && isEmpty) return [{ kind: "empty-content", what: "A tool failed, and its output is empty." }];
  if (parts.some(({ type, text }) => type === "text" && (textOf(text) ?? "").trim() === ""))
    return [{ kind: "empty-content", what: "The output of a tool has a text block without text." }];
  const unknown = parts.find(({ type }) => !ofResults.has(textOf(type) ?? ""));
  return unknown ? [unknownBlock("The output of a tool", textOf(unknown.type) ?? "")] : [];
}

function unknownBlock(where: string, type: string): BadItem {
  return {
    kind: "unknown-block",
    what: `${where} has a block of the type ${JSON.stringify(type)}, which is not accepted there.`,
  };
}
