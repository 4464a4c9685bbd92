import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
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
  expect(ids[0]).toMatchObject({ modelId: expect.stringMatching(/^gpt/) });
  const request = JSON.stringify(model.requests.at(-1)?.body);
  expect(request.split("keep the number seven")).toHaveLength(2);
  expect(request).toContain("I remember seven.");
  expect(await home.sessionFiles()).toEqual([]);
  expect(createHash("sha256").update(readFileSync(config)).digest("hex")).toBe(before);
});

it("the id from init may be repeated with each message; another one is refused before anything is sent", async () => {
  machine.model.push([{ text: "One." }], [{ text: "Two." }]);
  const [init] = (await said({ message: "one" })).filter(({ type }) => type === "init");
  const session_id = init?.type === "init" ? init.session_id : "";
  expect((await said({ message: "two", session_id })).at(-1)).toMatchObject({ status: "completed" });
  const sent = machine.model.requests.length;
  const other = crypto.randomUUID();
  await expect(said({ message: "three", session_id: other })).rejects.toMatchObject({ code: "bad-use" });
  // The files of that conversation are the other chat's.
  await expect(said({ chat_id: "new", message: "three", session_id })).rejects.toMatchObject({ code: "not-found" });
  expect(machine.model.requests).toHaveLength(sent);
});

it("a workspace of the chat's own travels with it; a message that did not complete leaves nothing", async () => {
  const { model } = machine;
  model.push([{ call: codex.shellCall("echo one > kept.txt; ln -s /etc out") }], [{ text: "Written." }]);
  const first = await said({ message: "write it" });
  expect(first.at(-1)).toMatchObject({ status: "completed" });
  expect(first).toContainEqual({
    type: "stderr",
    content: "Not kept for the next message: out (a link that leads elsewhere).",
  });
  await restarted();
  model.push([{ call: codex.shellCall("echo two > kept.txt; echo lost > lost.txt") }], [{ http: { status: 500 } }]);
  expect((await said({ message: "change it" })).at(-1)).toMatchObject({ status: "failed" });
  model.push([{ call: codex.shellCall("cat *.txt") }], [{ text: "One." }]);
  const events = await said({ message: "what is there?" });
  expect(events).toContainEqual(expect.objectContaining({ type: "tool_result", output: "one\n" }));
  expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain("change it");
});

it("in a shared workspace the next message tells what an uncompleted one did there", async () => {
  const { model, scratch } = machine;
  const workspace = scratch.workspace;
  model.push([{ call: codex.shellCall("echo two > shared.txt") }], [{ http: { status: 500 } }]);
  expect((await said({ message: "change it", workspace })).at(-1)).toMatchObject({ status: "failed" });
  expect(readFileSync(`${workspace}/shared.txt`, "utf8")).toBe("two\n");
  model.push([{ text: "I see." }]);
  await said({ message: "what now?" });
  const request = JSON.stringify(model.requests.at(-1)?.body);
  expect(request).toMatch(/Note from Reprise: .*change it.*echo two > shared\.txt.*what now\?/s);
  model.push([{ text: "Fine." }]);
  await said({ message: "and now?" });
  expect(JSON.stringify(model.requests.at(-1)?.body).split("Note from Reprise")).toHaveLength(2);
});
