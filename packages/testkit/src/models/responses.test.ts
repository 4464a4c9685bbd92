import { expect, onTestFinished, test } from "vitest";
import { ask } from "./ask.ts";
import { type Json, objectOf } from "./json.ts";
import type { Action } from "./script.ts";
import { startModel } from "./start.ts";

async function eventsOf(...actions: Action[]) {
  const model = await startModel("responses", [actions]);
  onTestFinished(() => model.close());
  const { events } = await ask(model, "/v1/responses", { model: "m", input: [] });
  return events.map(({ event, content }): Json => ({ ...objectOf(content), event }));
}

test("a text is created, streamed, closed and completed with its usage", async () => {
  const events = await eventsOf({ usage: { inputTokens: 7, outputTokens: 2 } }, { text: "Hello", chunks: 2 });
  expect(events.map(({ event }) => event)).toEqual([
    "response.created",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.delta",
    "response.output_text.done",
    "response.output_item.done",
    "response.completed",
  ]);
  const content = [{ type: "output_text", text: "Hello" }];
  expect(events.at(-1)?.response).toMatchObject({
    status: "completed",
    output: [{ type: "message", role: "assistant", content }],
    usage: { input_tokens: 7, output_tokens: 2, total_tokens: 9 },
  });
});

test("calls, free-form calls, reasoning and raw items are whole items in order", async () => {
  const events = await eventsOf(
    { reasoning: "Hm" },
    { call: { name: "exec_command", arguments: { cmd: "ls" }, id: "c1", namespace: "mcp__x" } },
    { custom: { name: "apply_patch", input: "*** Begin Patch", id: "c2" } },
    { item: { type: "web_search_call", id: "w1" } },
  );
  const done = events.filter(({ event }) => event === "response.output_item.done");
  expect(done.map(({ output_index }) => output_index)).toEqual([0, 1, 2, 3]);
  expect(done.map(({ item }) => item)).toMatchObject([
    { type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }] },
    {
      type: "function_call",
      call_id: "c1",
      namespace: "mcp__x",
      name: "exec_command",
      arguments: '{"cmd":"ls"}',
    },
    { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin Patch" },
    { type: "web_search_call", id: "w1" },
  ]);
});

test("a partial text is never closed", async () => {
  const events = await eventsOf({ partial: "Hel", chunks: 1 });
  const types = events.map(({ event }) => event);
  expect(types).toContain("response.output_text.delta");
  expect(types).not.toContain("response.output_item.done");
});

test("a failure, an early end and a raw event", async () => {
  const [failed] = (await eventsOf({ failed: { code: "server_error", message: "no" } })).slice(-1);
  expect(failed).toMatchObject({ event: "response.failed", response: { error: { code: "server_error" } } });
  const [incomplete] = (await eventsOf({ incomplete: "max_output_tokens" })).slice(-1);
  expect(incomplete).toMatchObject({
    event: "response.incomplete",
    response: { incomplete_details: { reason: "max_output_tokens" } },
  });
  const raw = await eventsOf({ event: { type: "response.unknown", x: 1 } });
  expect(raw[1]).toMatchObject({ event: "response.unknown", x: 1 });
});
