import { expect, onTestFinished, test } from "vitest";
import { ask } from "./ask.ts";
import type { Action } from "./script.ts";
import { startModel } from "./start.ts";

async function answerTo(body: object, ...actions: Action[]) {
  const model = await startModel("chat-completions", [actions]);
  onTestFinished(() => model.close());
  return ask(model, "/v1/chat/completions", { model: "m", messages: [], ...body });
}

type Chunk = { choices: { delta: object; finish_reason: string | null }[] };

test("a stream has deltas, the reason of the end, the usage and [DONE]", async () => {
  const call = { name: "bash", arguments: { command: "ls" }, id: "c1" };
  const { events } = await answerTo({ stream: true }, { reasoning: "Hm" }, { text: "Hello", chunks: 1 }, { call });
  const chunks = events.slice(0, -2).map(({ content }) => (content as Chunk).choices[0]);
  expect(chunks.map((choice) => choice?.delta)).toEqual([
    { role: "assistant", content: "" },
    { reasoning_content: "Hm" },
    { content: "Hello" },
    {
      tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } }],
    },
    {},
  ]);
  expect(chunks.at(-1)?.finish_reason).toBe("tool_calls");
  expect(events.at(-2)?.content).toMatchObject({ choices: [], usage: { total_tokens: 110 } });
  expect(events.at(-1)?.content).toBe("[DONE]");
});

test("the same reply without a stream is one completion", async () => {
  const { text } = await answerTo({}, { text: "Hello" }, { incomplete: "length" });
  expect(JSON.parse(text)).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "length" }],
  });
});

test("a failure is an error in the stream", async () => {
  const { events } = await answerTo({ stream: true }, { failed: { code: "server_error", message: "busy" } });
  expect(events.at(-1)?.content).toMatchObject({ error: { code: "server_error", message: "busy" } });
});
