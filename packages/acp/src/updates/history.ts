import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import type { Item } from "@reprise/model";
import { chunksOf } from "./message.ts";
import { isWork, toolCallOf } from "./tool-call.ts";

/** A recorded item as the editor shows it. Approvals and unknown records have no form there. */
export function* historyUpdates(item: Item, cwd: string): Generator<SessionUpdate> {
  if (isWork(item)) {
    yield { sessionUpdate: "tool_call", ...toolCallOf(item.id, item, { cwd, isOver: true }) };
    return;
  }
  switch (item.kind) {
    case "prompt":
      yield* chunksOf("user_message_chunk", item.id, item.text);
      return;
    case "attachment":
      yield { sessionUpdate: "user_message_chunk", content: attached(item), messageId: item.id };
      return;
    case "reply":
      yield* chunksOf("agent_message_chunk", item.id, item.text);
      return;
    case "reasoning":
    case "notice":
      yield* chunksOf("agent_thought_chunk", item.id, item.text);
      return;
  }
}

function attached({ name, text, image }: Item & { kind: "attachment" }): ContentBlock {
  if (image) return { type: "image", data: image.base64, mimeType: image.mediaType };
  if (text === null) return { type: "text", text: name };
  return { type: "resource", resource: { uri: name, text } };
}
