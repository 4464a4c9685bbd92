import { describe, expect, test } from "vitest";
import { chatCompletionsRefusal } from "./chat-completions.ts";
import { generateContentRefusal } from "./generate-content.ts";
import { messagesRefusal } from "./messages.ts";
import { responsesRefusal } from "./responses.ts";

const pdf = (text: string) => ({
  type: "document",
  source: { type: "base64", media_type: "application/pdf", data: Buffer.from(text).toString("base64") },
});

describe("OpenAI's Responses", () => {
  const refusal = (...input: object[]) => responsesRefusal({ input });
  const call = { type: "function_call", call_id: "c1", name: "x", arguments: "{}" };
  const said = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };

  test("take what they document", () => {
    const output = { type: "function_call_output", call_id: "c1", output: "y" };
    expect(refusal({ ...said, id: "msg_1" }, { ...call, id: "fc_1" }, output)).toBeNull();
  });

  test.each([
    ["begins with 'msg'", { ...said, id: "review" }],
    ["additional characters", { ...said, id: "msg_a/b" }],
    ["maximum length 64", { ...said, id: `msg_${"x".repeat(64)}` }],
    ["Invalid value: 'critic'", { ...said, role: "critic" }],
    ["Invalid value: 'output_text'", { ...said, content: [{ type: "output_text", text: "hi" }] }],
    ["empty array", { ...said, content: [] }],
    ["Invalid value: 'hologram'", { type: "hologram" }],
    ["minimum length 1", { ...call, call_id: "" }],
    ["maximum length 64", { ...call, call_id: "c".repeat(65) }],
    ["minimum length 1", { ...call, name: "" }],
    ["pattern", { ...call, name: "my tool" }],
    ["maximum length 128", { ...call, name: "n".repeat(129) }],
    ["valid URL", { ...said, content: [{ type: "input_image", image_url: "/tmp/a.png" }] }],
    ["Invalid value: 'other'", { type: "web_search_call", id: "ws_1", action: { type: "other" } }],
  ])("refuse: %s", (why, item) => {
    expect(refusal(said, item)).toContain(why);
  });

  test("refuse ids that come twice", () => {
    expect(refusal({ ...said, id: "msg_1" }, { ...said, id: "msg_1" })).toContain("Duplicate item");
    expect(refusal(call, call)).toContain("Duplicate call_id");
  });
});

describe("Anthropic's Messages", () => {
  const refusal = (...messages: object[]) => messagesRefusal({ messages });
  const user = (...content: object[]) => ({ role: "user", content });
  const reply = (...content: object[]) => ({ role: "assistant", content });
  const text = { type: "text", text: "hi" };
  const use = { type: "tool_use", id: "t1", name: "x", input: {} };
  const result = { type: "tool_result", tool_use_id: "t1", content: "y" };

  test("take what they document", () => {
    expect(refusal(user(text), reply(text, use), user(result, text), reply(text))).toBeNull();
    expect(refusal(user(text, pdf("%PDF-1.4\n%%EOF")))).toBeNull();
  });

  test.each([
    ["first message", [reply(text)]],
    ["Invalid value: 'tool'", [user(text), { role: "tool", content: "x" }]],
    ["non-empty content", [user(text), reply(), user(text)]],
    ["must be non-empty", [user({ type: "text", text: "" })]],
    ["non-whitespace", [user({ type: "text", text: " " })]],
    ["cache_control", [user({ type: "text", text: "", cache_control: {} })]],
    ["Invalid value: 'hologram'", [user(text), reply({ type: "hologram" })]],
    ["Invalid value: 'thinking'", [user({ type: "thinking" })]],
    ["tool_use.id", [user(text), reply({ ...use, id: "a.b" }), user(result)]],
    ["tool_use.name", [user(text), reply({ ...use, name: "a b" }), user(result)]],
    ["valid dictionary", [user(text), reply({ ...use, input: "x" }), user(result)]],
    ["immediately after", [user(text), reply(use), user(text, result)]],
    ["immediately after", [user(text), reply(use), reply(text), user(result)]],
    ["unexpected `tool_use_id`", [user(result)]],
    ["single result", [user(text), reply(use), user(result, result)]],
    ["is_error", [user(text), reply(use), user({ ...result, content: "", is_error: true })]],
    ["must be non-empty", [user(text), reply(use), user({ ...result, content: [{ type: "text", text: "" }] })]],
    ["must be unique", [user(text), reply(use), user(result), reply(use), user(result)]],
    ["not valid", [user(pdf("<html>"))]],
    ["password protected", [user(pdf("%PDF-1.4\n/Encrypt\n%%EOF"))]],
    ["without a corresponding result", [user(text), reply({ type: "server_tool_use", id: "s1" })]],
  ])("refuse: %s", (why, messages) => {
    expect(refusal(...messages)).toContain(why);
  });

  test("take fewer pixels where there are many images", () => {
    const head = Buffer.alloc(24);
    head.write("\x89PNG", "latin1");
    const image = (width: number) => {
      head.writeUInt32BE(width, 16);
      return { type: "image", source: { type: "base64", data: head.toString("base64") } };
    };
    expect(refusal(user(image(8000)))).toBeNull();
    expect(refusal(user(image(8001)))).toContain("8000 pixels");
    expect(refusal(user(...Array.from({ length: 21 }, () => image(2001))))).toContain("2000 pixels");
  });
});

describe("Gemini", () => {
  const refusal = (...contents: object[]) => generateContentRefusal({ contents });
  const user = (...parts: object[]) => ({ role: "user", parts });
  const model = (...parts: object[]) => ({ role: "model", parts });
  const text = { text: "hi" };
  const call = { functionCall: { name: "x", args: {} } };
  const answer = { functionResponse: { name: "x", response: {} } };

  test("takes what it documents", () => {
    expect(refusal(user(text), model(text, call), user(answer), model(call), user(answer))).toBeNull();
  });

  test.each([
    ["start with a user turn", [model(text)]],
    ["at least one parts field", [user()]],
    ["oneof field", [user({})]],
    ["oneof field", [user({ text: null })]],
    ["Invalid function name", [user(text), model({ functionCall: { name: "a b" } }), user(answer)]],
    ["function_call.args", [user(text), model({ functionCall: { name: "x", args: "y" } }), user(answer)]],
    ["function_response.response", [user(text), model(call), user({ functionResponse: { name: "x" } })]],
    ["Name cannot be empty", [user(text), model(call), user({ functionResponse: { response: {} } })]],
    ["immediately after a user turn", [user(text), model(text), model(call), user(answer)]],
    ["immediately after a function call turn", [user(text), model(text), user(answer)]],
    ["number of function response parts", [user(text), model(call, call), user(answer)]],
    ["Unsupported MIME", [user({ inlineData: { mimeType: "image/gif", data: "" } })]],
    ["Invalid value: 'tool'", [user(text), { role: "tool", parts: [text] }]],
  ])("refuses: %s", (why, contents) => {
    expect(refusal(...contents)).toContain(why);
  });
});

describe("chat completions", () => {
  const refusal = (...messages: object[]) => chatCompletionsRefusal({ messages });
  const call = (id: string, name = "x", input = "{}") => ({
    role: "assistant",
    tool_calls: [{ id, function: { name, arguments: input } }],
  });
  const answer = (id: string) => ({ role: "tool", tool_call_id: id, content: "y" });

  test("take what they document", () => {
    expect(refusal({ role: "user", content: "hi" }, call("c1"), answer("c1"))).toBeNull();
  });

  test.each([
    ["Invalid value: 'critic'", [{ role: "critic", content: "x" }]],
    ["minimum length 1", [{ role: "user", content: [] }]],
    ["maximum length 64", [call("c".repeat(65)), answer("c".repeat(65))]],
    ["pattern", [call("c1", "a b"), answer("c1")]],
    ["JSON object", [call("c1", "x", '"y"'), answer("c1")]],
    ["did not have response messages", [call("c1"), { role: "user", content: "hi" }, answer("c1")]],
    ["Duplicate tool call id", [call("c1"), answer("c1"), call("c1"), answer("c1")]],
  ])("refuse: %s", (why, messages) => {
    expect(refusal(...messages)).toContain(why);
  });
});
