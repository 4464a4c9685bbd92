import { describe, expect, onTestFinished, test } from "vitest";
import { post } from "./ask.ts";
import type { ModelKind } from "./protocol.ts";
import { startModel } from "./start.ts";
import type { Strict } from "./strict.ts";

const paths: Record<ModelKind, string> = {
  responses: "/v1/responses",
  messages: "/v1/messages",
  "generate-content": "/v1beta/models/m:streamGenerateContent",
  "chat-completions": "/v1/chat/completions",
};

async function refusalOf(kind: ModelKind, strict: Strict, body: object): Promise<string | null> {
  const model = await startModel(kind, [], { strict });
  onTestFinished(() => model.close());
  const answer = await post(model, paths[kind], body);
  const text = await answer.text();
  if (answer.status !== 400) return null;
  return JSON.parse(text).error.message;
}

/** A call and its output, as each protocol has them. */
const conversations: Record<ModelKind, { call: object; output: object; wrap: (items: object[]) => object }> =
  {
    responses: {
      call: { type: "function_call", call_id: "c1", name: "x", arguments: "{}" },
      output: { type: "function_call_output", call_id: "c1", output: "y" },
      wrap: (input) => ({ input }),
    },
    messages: {
      call: { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "x", input: {} }] },
      output: { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "y" }] },
      wrap: (messages) => ({ messages }),
    },
    "generate-content": {
      call: { role: "model", parts: [{ functionCall: { name: "x", args: {} } }] },
      output: { role: "user", parts: [{ functionResponse: { name: "x", response: {} } }] },
      wrap: (contents) => ({ contents }),
    },
    "chat-completions": {
      call: {
        role: "assistant",
        tool_calls: [{ id: "c1", type: "function", function: { name: "x", arguments: "{}" } }],
      },
      output: { role: "tool", tool_call_id: "c1", content: "y" },
      wrap: (messages) => ({ messages }),
    },
  };

describe.each(Object.keys(conversations) as ModelKind[])("a strict %s model", (kind) => {
  const { call, output, wrap } = conversations[kind];
  const refusal = (...items: object[]) => refusalOf(kind, { pairedCalls: true }, wrap(items));

  test("takes a call with its output", async () => {
    expect(await refusal(call, output)).toBeNull();
  });

  test("refuses a call without output, an output without call, and an output before its call", async () => {
    expect(await refusal(call)).toContain("No tool output found for the tool call");
    expect(await refusal(output)).toContain("No tool call found for the tool output");
    expect(await refusal(output, call)).toContain("No tool call found for the tool output");
  });
});

test("lone surrogates, NUL and invalid UTF-8 are refused where clean text is asked for", async () => {
  const refusal = (text: string) => refusalOf("responses", { cleanText: true }, { input: [{ text }] });
  expect(await refusal("clean 🎉 text")).toBeNull();
  expect(await refusal("\ud83c")).toBe("Lone surrogate in $.input.0.text.");
  expect(await refusal("a\0b")).toBe("NUL in $.input.0.text.");
  const model = await startModel("responses", [], { strict: { cleanText: true } });
  onTestFinished(() => model.close());
  const body = Buffer.concat([Buffer.from('{"input":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  const answer = await fetch(`${model.origin}/v1/responses`, { method: "POST", body });
  expect(answer.status).toBe(400);
});

test("too many tokens are refused, and a refusal uses up no reply", async () => {
  const model = await startModel("responses", [[{ text: "kept" }]], { strict: { maxTokens: 50 } });
  onTestFinished(() => model.close());
  expect((await post(model, "/v1/responses", { input: "x".repeat(400) })).status).toBe(400);
  expect(await model.ended(1)).toBe("cut");
  expect(model.waitingCount()).toBe(1);
  expect((await post(model, "/v1/responses", { input: "x" })).status).toBe(200);
});
