/** A program with a chat of two messages, which is killed. Prints each result when it has it. */

import { nodeHost } from "@reprise/core";
import type { ChatEvent } from "@reprise/model";
import { openChats } from "../../src/open-chats.ts";

const messages = JSON.parse(process.argv[2] ?? "[]") as string[];
const chats = openChats(nodeHost(process.env));
for (const [index, message] of messages.entries()) {
  const turn = await chats.send({ chat_id: "c", message }, { key: `key-${index}` });
  let last: ChatEvent | null = null;
  for await (const { event } of turn.events()) last = event;
  process.stdout.write(`${JSON.stringify({ index, result: last })}\n`);
}
await chats.close();
