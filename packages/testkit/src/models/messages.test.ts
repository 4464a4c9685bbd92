import { expect, onTestFinished, test } from "vitest";
import { ask } from "./ask.ts";
import { type Json, objectOf } from "./json.ts";
import type { Action } from "./script.ts";
import { startModel } from "./start.ts";

async function answerTo(body: object, ...actions: Action[]) {
  const model = await startModel("messages", [actions]);
  onTestFinished(() => model.close());
  const answer = await ask(model, "/v1/messages?beta=true", { model: "m", messages: [], ...body });
  const events = answer.events.map(({ event, content }): Json => ({ ...objectOf(content), event }));
  return { ...answer, events };
}

test("thinking, text and a tool call are three blocks, and stop for the tool", async () => {
  const call = { name: "Bash", arguments: { command: "ls" }, id: "t1" };
  const { events } = await answerTo({ stream: true }, { reasoning: "Hm" }, { text: "Hello", chunks: 1 }, { call });
  const starts = events.filter(({ event }) => event === "content_block_start");
  expect(starts.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(starts.map(({ content_block }) => content_block)).toMatchObject([
    { type: "thinking" },
    { type: "text", text: "" },
    { type: "tool_use", id: "t1", name: "Bash", input: {} },
  ]);
  const deltas = events.filter(({ event }) => event === "content_block_delta").map(({ delta }) => delta);
  expect(deltas).toMatchObject([
    { type: "thinking_delta", thinking: "Hm" },
    { type: "signature_delta" },
    { type: "text_delta", text: "Hello" },
    { type: "input_json_delta", partial_json: '{"command":"ls"}' },
  ]);
  expect(events.at(-2)).toMatchObject({ event: "message_delta", delta: { stop_reason: "tool_use" } });
  expect(events.at(-1)?.event).toBe("message_stop");
});

test("the same reply without a stream is one message", async () => {
  const { text } = await answerTo({}, { text: "Hello" }, { usage: { inputTokens: 5 } });
  expect(JSON.parse(text)).toMatchObject({
    type: "message",
    content: [{ type: "text", text: "Hello" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 5, output_tokens: 10 },
  });
});

test("a failure is an error event, or an error status without a stream", async () => {
  const failed = { code: "overloaded_error", message: "busy" };
  const streamed = await answerTo({ stream: true }, { failed });
  expect(streamed.events.at(-1)).toMatchObject({
    event: "error",
    error: { type: "overloaded_error", message: "busy" },
  });
  expect((await answerTo({}, { failed })).status).toBe(500);
});

test("an early end gives its reason", async () => {
  const { events } = await answerTo({ stream: true }, { text: "Hel" }, { incomplete: "max_tokens" });
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "max_tokens" } });
});

test("tokens are counted without a reply of the script", async () => {
  const model = await startModel("messages", [[{ text: "kept" }]]);
  onTestFinished(() => model.close());
  const { text } = await ask(model, "/v1/messages/count_tokens", { messages: [] });
  expect(JSON.parse(text)).toEqual({ input_tokens: 4 });
  expect(model.waitingCount()).toBe(1);
});
