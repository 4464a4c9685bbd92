import { expect, it } from "vitest";
import { codexChat } from "../codex/chat.ts";

it("a line that is too long is left out and said to be, in one piece or many", () => {
  const line = Buffer.concat([
    Buffer.from('{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"'),
    Buffer.alloc(64 * 1024 * 1024 + 1, "x"),
    Buffer.from('"}}\n{"type":"turn.started"}\n'),
  ]);
  const said = [line.length, 24 * 1024 * 1024].map((size) => {
    const mapper = codexChat.createStdoutMapper({ input: { message: "m" } });
    const events = [];
    for (let at = 0; at < line.length; at += size) events.push(...mapper.push(line.subarray(at, at + size)));
    return events;
  });
  const leftOut = { type: "stderr", content: expect.stringContaining("left out") };
  expect(said).toEqual([[leftOut], [leftOut]]);
});
