import { expect, onTestFinished, test } from "vitest";
import { ask } from "./ask.ts";
import type { Action } from "./script.ts";
import { startModel } from "./start.ts";

const streamPath = "/v1beta/models/gemini-x:streamGenerateContent?alt=sse";

async function answerAt(path: string, ...actions: Action[]) {
  const model = await startModel("generate-content", [actions]);
  onTestFinished(() => model.close());
  return ask(model, path, { contents: [] });
}

type Chunk = { candidates: { content: { parts: object[] }; finishReason?: string }[] };

test("a stream has one part a chunk, and says at its end why it stopped", async () => {
  const call = { name: "run_shell_command", arguments: { command: "ls" }, id: "c1" };
  const { events } = await answerAt(streamPath, { reasoning: "Hm" }, { text: "Hello", chunks: 1 }, { call });
  const candidates = events.flatMap(({ content }) => (content as Chunk).candidates);
  expect(candidates.flatMap(({ content }) => content.parts)).toEqual([
    { text: "Hm", thought: true },
    { text: "Hello" },
    { functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls" } } },
    { text: "" },
  ]);
  expect(candidates.map(({ finishReason }) => finishReason)).toEqual([undefined, undefined, undefined, "STOP"]);
});

test("the same reply without a stream is one answer with all parts", async () => {
  const { text } = await answerAt(
    "/v1beta/models/gemini-x:generateContent",
    { text: "Hello" },
    { incomplete: "MAX_TOKENS" },
  );
  expect(JSON.parse(text)).toMatchObject({
    candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "MAX_TOKENS" }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
  });
});

test("a failure is an error in the stream", async () => {
  const { events } = await answerAt(streamPath, { failed: { code: "UNAVAILABLE", message: "busy" } });
  expect(events.at(-1)?.content).toMatchObject({ error: { status: "UNAVAILABLE", message: "busy" } });
});

test("tokens are counted", async () => {
  const { text } = await answerAt("/v1beta/models/gemini-x:countTokens");
  expect(JSON.parse(text)).toEqual({ totalTokens: 4 });
});
