import { expect, test } from "vitest";
import { type ModelInput, modelInputs } from "./model-input.ts";

const talk: ModelInput[] = [
  { kind: "user", text: "run it" },
  { kind: "assistant", text: "I do" },
  { kind: "call", id: "c1", name: "shell", input: { command: "ls", deep: [{ a: 1 }] } },
  { kind: "output", id: "c1", text: "漢字 🎉" },
  { kind: "user", text: "thanks" },
  { kind: "user", text: "more" },
];
const input = { command: "ls", deep: [{ a: 1 }] };
const args = JSON.stringify(input);
const thanks = ["thanks", "more"];

test("Responses", () => {
  const message = (role: string, type: string, ...texts: string[]) => ({
    type: "message",
    role,
    content: texts.map((text) => ({ type, text })),
  });
  const items = [
    message("developer", "input_text", "be good"),
    message("user", "input_text", "run it"),
    { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
    message("assistant", "output_text", "I do"),
    { type: "function_call", call_id: "c1", name: "shell", arguments: args },
    { type: "function_call_output", call_id: "c1", output: "漢字 🎉" },
    message("user", "input_text", ...thanks),
  ];
  expect(modelInputs({ path: "/v1/responses", body: { input: items } })).toEqual(talk);
  const custom = [
    { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin Patch" },
    { type: "custom_tool_call_output", call_id: "c2", output: [{ type: "input_text", text: "Done" }] },
  ];
  expect(modelInputs({ path: "/v1/responses", body: { input: custom } })).toEqual([
    { kind: "call", id: "c2", name: "apply_patch", input: "*** Begin Patch" },
    { kind: "output", id: "c2", text: "Done" },
  ]);
});

test("Messages", () => {
  const messages = [
    { role: "user", content: "run it" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "text", text: "I do" },
        { type: "tool_use", id: "c1", name: "shell", input },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "漢字 🎉" }] },
        ...thanks.map((text) => ({ type: "text", text })),
      ],
    },
  ];
  expect(modelInputs({ path: "/v1/messages?beta=true", body: { system: "be good", messages } })).toEqual(talk);
});

test("generateContent, with and without ids", () => {
  const contentsWith = (id: object) => [
    { role: "user", parts: [{ text: "run it" }] },
    {
      role: "model",
      parts: [{ text: "hm", thought: true }, { text: "I do" }, { functionCall: { ...id, name: "shell", args: input } }],
    },
    {
      role: "user",
      parts: [{ functionResponse: { ...id, name: "shell", response: { output: "漢字 🎉" } } }],
    },
    { role: "user", parts: thanks.map((text) => ({ text })) },
  ];
  const path = "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse";
  expect(modelInputs({ path, body: { contents: contentsWith({ id: "c1" }) } })).toEqual(talk);
  const named = talk.map((one) => ("id" in one ? { ...one, id: "shell 1" } : one));
  expect(modelInputs({ path, body: { contents: contentsWith({}) } })).toEqual(named);
});

test("Chat completions", () => {
  const messages = [
    { role: "system", content: "be good" },
    { role: "user", content: "run it" },
    {
      role: "assistant",
      content: "I do",
      reasoning_content: "hm",
      tool_calls: [{ id: "c1", type: "function", function: { name: "shell", arguments: args } }],
    },
    { role: "tool", tool_call_id: "c1", content: "漢字 🎉" },
    { role: "user", content: thanks.map((text) => ({ type: "text", text })) },
  ];
  expect(modelInputs({ path: "/v1/chat/completions", body: { messages } })).toEqual(talk);
});

test("a request that tells nothing is a mistake of the test", () => {
  expect(() => modelInputs({ path: "/v1/models", body: {} })).toThrow("/v1/models");
});
