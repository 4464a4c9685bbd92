import type { ItemBody, Turn } from "@reprise/model";
import { memoryAnnotations, promptTurn } from "@reprise/testkit";
import { expect, test } from "vitest";
import { withSubAgents } from "./sub-agents.ts";

const tool: ItemBody = { kind: "tool", name: "Task", input: {}, output: "done", status: "done" };
const edit: ItemBody = { kind: "tool", name: "Write", input: {}, output: "done", status: "done" };
const at = (minute: number) => `2026-11-15T09:0${minute}:00.000Z`;

test("what a sub-agent did is shown, though its session is hidden or archived", async () => {
  const { library, annotations } = memoryAnnotations([
    { thread: "main", updatedAt: at(1), turns: [promptTurn("go", tool)] },
    { thread: "sub", subagentOf: "main", updatedAt: at(2), turns: [promptTurn("do it", edit)] },
  ]);
  const { id } = await library.find("main");
  const turns: Turn[] = [];
  for await (const turn of (await library.read(id)).turns) turns.push(turn);
  const work = async () => {
    const all = await withSubAgents(turns, id, { library, subAgentTools: () => ["Task"] });
    return all.flatMap(({ items }) => items).filter((item) => item.kind === "tool" && item.name === "Write").length;
  };
  expect(await work()).toBe(1);
  await annotations.annotate("sub", { isHidden: true, isArchived: true });
  expect(await work()).toBe(1);
});
