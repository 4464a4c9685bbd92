import { nodeHost } from "@reprise/core";
import { openChats } from "@reprise/core/chat";
import type { ChatEvent, ChatRequest } from "@reprise/model";
import { claude, compareTrees, gemini, hashTree, opencode, quickToStart, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";

const cases = [
  { agent: claude, more: {} },
  { agent: gemini, more: { model: "gemini-2.5-flash" } },
  { agent: opencode, more: {} },
];

it.each(quickToStart(cases, "gemini"))(
  "$agent.name: a chat with a folder of its own continues after a restart; the person's home does not change",
  async ({ agent, more }) => {
    const machine = await startMachine("chat", agent);
    const { model, home, env, scratch } = machine;
    const said = async (request: Pick<ChatRequest, "message">): Promise<ChatEvent[]> => {
      const chats = openChats(nodeHost(env));
      const turn = await chats.send({ chat_id: "c", agent: agent.name, ...more, ...request });
      const events: ChatEvent[] = [];
      for await (const { event } of turn.events()) events.push(event);
      await chats.close();
      return events;
    };
    try {
      const before = await hashTree(scratch.home);
      model.push([{ text: "I remember seven." }]);
      const first = await said({ message: "keep the number seven" });
      expect(first.at(-1), JSON.stringify(first)).toMatchObject({ type: "result", status: "completed" });
      model.push([{ text: "Seven." }]);
      const second = await said({ message: "which number?" });
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
