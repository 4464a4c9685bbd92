import { renameSync } from "node:fs";
import { join } from "node:path";
import { openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { ChatEvent, ChatRequest } from "@reprise/model";
import { claude, codex, compareTrees, gemini, hashTree, opencode, quickToStart, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";

const cases = [
  { agent: claude, more: {} },
  { agent: gemini, more: { model: "gemini-2.5-flash" } },
  { agent: opencode, more: {} },
];

it.each(quickToStart(cases))(
  "$agent.name: a chat with a folder of its own continues after a restart, also elsewhere; the person's home does not change",
  async ({ agent, more }) => {
    const machine = await startMachine("chat", agent);
    const { model, home, env, scratch } = machine;
    const state = (number: number) => join(scratch.root, `state-${number}`);
    const said = async (request: Pick<ChatRequest, "message">, number: number): Promise<ChatEvent[]> => {
      const chats = openChats(nodeHost({ ...env, REPRISE_STATE: state(number) }));
      const turn = await chats.send({ chat_id: "c", agent: agent.name, ...more, ...request });
      const events: ChatEvent[] = [];
      for await (const { event } of turn.events()) events.push(event);
      await chats.close();
      return events;
    };
    try {
      const before = await hashTree(scratch.home);
      model.push([{ text: "I remember seven." }]);
      const first = await said({ message: "keep the number seven" }, 1);
      expect(first.at(-1), JSON.stringify(first)).toMatchObject({ type: "result", status: "completed" });
      model.push([{ text: "Seven." }]);
      // OpenCode records the folder of a session, and opens it nowhere else.
      const isBound = agent === opencode;
      if (!isBound) renameSync(state(1), state(2));
      const second = await said({ message: "which number?" }, isBound ? 1 : 2);
      expect(second.at(-1), JSON.stringify(second)).toMatchObject({ type: "result", status: "completed" });
      const ids = [first, second].map((events) => events.find(({ type }) => type === "init"));
      expect(ids[1]).toEqual(ids[0]);
      const request = JSON.stringify(model.requests.findLast(({ number }) => number !== null)?.body);
      expect(request.split("keep the number seven")).toHaveLength(2);
      expect(request).toContain("I remember seven.");
      expect(await home.sessionFiles()).toEqual([]);
      const changed = compareTrees(before, await hashTree(scratch.home)).map(({ path }) => path);
      expect(changed.filter((path) => !/^(?:\.cache|tmp)(?:\/|$)/.test(path))).toEqual([]);
    } finally {
      await machine.close();
    }
  },
);

it.each(quickToStart([{ agent: codex, more: {} }, ...cases]))(
  "$agent.name: a new chat continues a session that was made without Reprise, and leaves it as it is",
  async ({ agent, more }) => {
    const machine = await startMachine("chat", agent);
    const { model, home, env, scratch } = machine;
    const chats = openChats(nodeHost(env));
    try {
      model.push([{ text: "I remember seven." }]);
      const own = home.spawnTurn({ prompt: "keep the number seven", cwd: scratch.workspace });
      await own.exited;
      const session_id = agent.sessionId(own) ?? "";
      const before = await hashTree(scratch.home);
      model.push([{ text: "Seven." }]);
      const turn = await chats.send({ chat_id: "c", ...more, message: "which number?", session_id });
      const events: ChatEvent[] = [];
      for await (const { event } of turn.events()) events.push(event);
      expect(events.at(-1), JSON.stringify(events)).toMatchObject({ type: "result", status: "completed" });
      expect(events).toContainEqual(expect.objectContaining({ type: "init", session_id }));
      const request = JSON.stringify(model.requests.findLast(({ number }) => number !== null)?.body);
      expect(request).toContain("keep the number seven");
      expect(request).toContain("I remember seven.");
      const changed = compareTrees(before, await hashTree(scratch.home)).map(({ path }) => path);
      expect(changed.filter((path) => !/^(?:\.cache|tmp)(?:\/|$)/.test(path))).toEqual([]);
    } finally {
      await chats.close();
      await machine.close();
    }
  },
);
