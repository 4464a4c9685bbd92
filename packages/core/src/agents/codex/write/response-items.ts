import { type AttachedPart, partsOf } from "../../writing/native-items.ts";
import { patchText } from "../../writing/patch-text.ts";
import type { PortableCall, PortableItem } from "../../writing/portable.ts";
import { inCodexWords } from "../tools.ts";

/** What the model is sent of an item: a message, or a call and its output. */
export type ResponseItem = { readonly type: string } & Readonly<Record<string, unknown>>;

export function responseItemsOf(given: PortableItem): readonly ResponseItem[] {
  const item = inCodexWords(given);
  if (item.kind === "user") return [userMessage(item.text, partsOf(item.attached ?? []))];
  if (item.kind === "assistant") return [message("assistant", [{ type: "output_text", text: item.text }])];
  const { type, ...call } = callOf(item.call);
  return [
    { type, call_id: item.id, ...call },
    { type: `${type}_output`, call_id: item.id, output: item.output },
  ];
}

function message(role: string, content: readonly object[]): ResponseItem {
  return { type: "message", role, content };
}

/** What was typed is marked: otherwise a text that begins like one of Codex's own would be taken for it. No model sees the mark. */
function userMessage(text: string, parts: readonly AttachedPart[]): ResponseItem {
  const attached = parts.map(contentOf);
  if (text === "") return message("user", attached);
  const content = [{ type: "input_text", text }, ...attached];
  const marks = {
    content_item_kinds: content.map(({ type }) => (type === "input_image" ? "user.image" : "user.text")),
    content_item_metadata: content.map(() => ({ provenance: { type: "user" } })),
  };
  return { ...message("user", content), internal_chat_message_metadata_passthrough: marks };
}

function contentOf(part: AttachedPart): { type: string; text?: string; image_url?: string } {
  if (typeof part === "string") return { type: "input_text", text: part };
  return { type: "input_image", image_url: `data:${part.mediaType};base64,${part.base64}` };
}

/**
 * In the shapes of the tools that Codex offers today, since a model does again what it sees. Codex answers a call of
 * `apply_patch` as a function with `aborted`, and one of `shell` with `unsupported call`.
 */
function callOf(call: PortableCall): ResponseItem {
  if (call.tool === "edit") return { type: "custom_tool_call", name: "apply_patch", input: patchText(call.changes) };
  if (call.tool === "command") return functionCall("exec_command", { cmd: call.command });
  return functionCall(call.name, call.input);
}

function functionCall(name: string, input: Readonly<Record<string, unknown>>): ResponseItem {
  return { type: "function_call", name, arguments: JSON.stringify(input) };
}
