import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { nodeHost } from "@reprise/core";
import { openChats } from "@reprise/core/chat";
import type { ChatEvent, ChatRequest, Chats } from "@reprise/model";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";

let machine: Machine;
let chats: Chats;
beforeEach(async () => {
  machine = await startMachine("chat", codex);
  chats = openChats(nodeHost(machine.env));
});
afterEach(async () => {
  await chats.close();
  await machine.close();
});

async function said(request: Partial<ChatRequest> & { message: string }, key?: string): Promise<ChatEvent[]> {
  const turn = await chats.send({ chat_id: "c", ...request }, { key });
  const events: ChatEvent[] = [];
  for await (const { event } of turn.events()) events.push(event);
  return events;
}

const restarted = async () => {
  await chats.close();
  chats = openChats(nodeHost(machine.env));
};

it("a second message continues the conversation after a restart, apart from the person's own sessions", async () => {
  const { model, home, env } = machine;
  const config = `${env.CODEX_HOME}/config.toml`;
  const before = createHash("sha256").update(readFileSync(config)).digest("hex");
  model.push([{ text: "I remember seven." }]);
  const first = await said({ message: "keep the number seven" });
  expect(first.at(-1)).toMatchObject({ type: "result", status: "completed" });
  expect(first).toContainEqual({
    type: "message",
    role: "assistant",
    content: "I remember seven.",
    delta: false,
  });
  await restarted();
  model.push([{ text: "Seven." }]);
  const second = await said({ message: "which number?" });
  const ids = [first, second].map((events) => events.find(({ type }) => type === "init"));
  expect(ids[1]).toEqual(ids[0]);
  const request = JSON.stringify(model.requests.at(-1)?.body);
  expect(request.split("keep the number seven")).toHaveLength(2);
  expect(request).toContain("I remember seven.");
  expect(await home.sessionFiles()).toEqual([]);
  expect(createHash("sha256").update(readFileSync(config)).digest("hex")).toBe(before);
});
