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

/** A call and its output in each protocol. */
const conversations: Record<ModelKind, { call: object; output: object; wrap: (items: object[]) => object }> = {
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

describe("content that a real provider refuses", () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const image = (base64: string, type = "image/png") => ({
    input: [{ type: "message", content: [{ type: "input_image", image_url: `data:${type};base64,${base64}` }] }],
  });
  const block = (data: string) => ({
    messages: [
      {
        role: "user",
        content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }],
      },
    ],
  });

  test("reasoning that it did not seal itself", async () => {
    const sealed = (encrypted_content: string) =>
      refusalOf("responses", { ownReasoning: true }, { input: [{ type: "reasoning", encrypted_content }] });
    expect(await sealed("sealed_0123456789abcdef01234567")).toBeNull();
    expect(await sealed("gAAAAA-of-someone-else")).toContain("could not be verified");
    const signed = (signature?: string) =>
      refusalOf("messages", { ownReasoning: true }, { messages: [{ content: [{ type: "thinking", signature }] }] });
    expect(await signed("signature_0123456789abcdef01234567")).toBeNull();
    expect(await signed()).toContain("Invalid `signature`");
  });

  test("images that are broken or of another kind than said", async () => {
    expect(await refusalOf("responses", { soundImages: true }, image(pixel))).toBeNull();
    expect(await refusalOf("responses", { soundImages: true }, image("not base64!"))).toContain("valid image");
    expect(await refusalOf("responses", { soundImages: true }, image(pixel, "image/jpeg"))).toContain("valid image");
    expect(await refusalOf("messages", { soundImages: true }, block(pixel))).toBeNull();
    expect(await refusalOf("messages", { soundImages: true }, block("AAAA"))).toContain("valid image");
  });

  test("images and texts that are too large", async () => {
    expect(await refusalOf("responses", { maxImageBytes: 50 }, image(pixel))).toContain("exceeds 50 bytes");
    expect(await refusalOf("messages", { maxImageBytes: 5000 }, block(pixel))).toBeNull();
    expect(await refusalOf("responses", { maxTextLength: 5 }, { input: [{ text: "123456" }] })).toContain(
      "string too long",
    );
    expect(await refusalOf("responses", { maxTextLength: 5 }, { input: [{ text: "12345" }] })).toBeNull();
  });
});
