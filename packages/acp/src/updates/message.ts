import type { SessionUpdate } from "@agentclientprotocol/sdk";

export type MessageKind = "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk";

/** Editors read one message line by line: a long text comes in several. */
const mostCharacters = 64_000;

/** A text as the chunks of one message; none if it is empty. No character is split. */
export function* chunksOf(sessionUpdate: MessageKind, messageId: string, text: string): Generator<SessionUpdate> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + mostCharacters);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    const content = { type: "text", text: text.slice(start, end) } as const;
    yield { sessionUpdate, content, messageId };
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
