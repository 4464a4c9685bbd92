import type { PortableCall, PortableItem } from "../../portable.ts";

/** What the model is sent of an item: a message, or a call and its output. */
export type ResponseItem = { readonly type: string } & Readonly<Record<string, unknown>>;

export function responseItemsOf(item: PortableItem): readonly ResponseItem[] {
  if (item.kind === "user") return [{ ...message("user", "input_text", item.text), ...byPerson }];
  if (item.kind === "assistant") return [message("assistant", "output_text", item.text)];
  const { type, ...call } = callOf(item.call);
  return [
    { type, call_id: item.id, ...call },
    { type: `${type}_output`, call_id: item.id, output: item.output },
  ];
}

function message(role: string, type: string, text: string): ResponseItem {
  return { type: "message", role, content: [{ type, text }] };
}

/** Otherwise a text that begins like one of Codex's own would be taken for it. It is not sent to the model. */
const byPerson = {
  internal_chat_message_metadata_passthrough: {
    content_item_kinds: ["user.text"],
    content_item_metadata: [{ provenance: { type: "user" } }],
  },
};

/**
 * In the shapes of the tools that Codex offers today, since a model does again what it sees. Codex answers a call of
 * `apply_patch` as a function with `aborted`, and one of `shell` with `unsupported call`.
 */
function callOf(call: PortableCall): ResponseItem {
  if (call.tool === "edit") return { type: "custom_tool_call", name: "apply_patch", input: call.patch };
  if (call.tool === "command") return functionCall("exec_command", { cmd: call.command });
  return functionCall(call.name, call.input);
}

function functionCall(name: string, input: Readonly<Record<string, unknown>>): ResponseItem {
  return { type: "function_call", name, arguments: JSON.stringify(input) };
}
