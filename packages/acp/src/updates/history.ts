import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import { type Item, presented } from "@reprise/model";
import { chunksOf } from "./message.ts";
import { isWork, toolCallOf } from "./tool-call.ts";

const messages = {
  person: "user_message_chunk",
  agent: "agent_message_chunk",
  thought: "agent_thought_chunk",
  aside: "agent_thought_chunk",
} as const;

/** A recorded item as the editor shows it. Approvals and unknown records have no form there. */
export function* historyUpdates(item: Item, cwd: string): Generator<SessionUpdate> {
  if (isWork(item)) {
    yield { sessionUpdate: "tool_call", ...toolCallOf(item.id, item, { cwd, isOver: true }) };
    return;
  }
  const { tone, subject, blocks } = presented(item);
  if (tone === "given") {
    const content = attached(subject ?? "", item);
    yield { sessionUpdate: "user_message_chunk", content, messageId: item.id };
    return;
  }
  if (tone === "work") return;
  for (const block of blocks) if (block.type === "prose") yield* chunksOf(messages[tone], item.id, block.text);
}

function attached(name: string, item: Item): ContentBlock {
  const image = "image" in item ? item.image : undefined;
  if (image) return { type: "image", data: image.base64, mimeType: image.mediaType };
  const text = "text" in item ? item.text : null;
  return text === null ? { type: "text", text: name } : { type: "resource", resource: { uri: name, text } };
}
