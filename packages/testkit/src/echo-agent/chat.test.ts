import type { ChatEvent } from "@reprise/model";
import { describeChatAgent } from "../conformance/chat-agent.ts";
import { echoChat, echoProgram } from "./acting.ts";

describeChatAgent("Echo", {
  chat: echoChat,
  agent: null,
  binary: { command: process.execPath, leadingArgs: [echoProgram] },
  heard,
  unknownSession: "00000000-0000-4000-8000-000000000000",
});

/** Its reply has the prompt and the one before. */
function heard(events: readonly ChatEvent[]): readonly string[] {
  const said = events.map((event) => (event.type === "message" ? event.content : "")).join("");
  const [, now = "", before] = /^You say: ([\s\S]*?)(?: \(before: ([\s\S]*)\))?$/.exec(said) ?? [];
  return before === undefined ? [now] : [now, before];
}
