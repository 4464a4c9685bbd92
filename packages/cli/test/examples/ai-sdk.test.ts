import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codex } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, ServeStage } from "../serve-stage.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const example = `${root}examples/ai-sdk/`;

interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What the test uses of the SDK, which is installed apart from the workspace. */
interface Sdk {
  streamText(options: Record<string, unknown>): {
    readonly fullStream: AsyncIterable<Part>;
    readonly text: PromiseLike<string>;
  };
  generateText(options: Record<string, unknown>): Promise<{
    readonly text: string;
    readonly finishReason: string;
    readonly usage: Record<string, unknown>;
    readonly warnings: readonly unknown[] | undefined;
  }>;
}

let stage: ServeStage;
let server: RunningServer;
let sdk: Sdk;
let model: unknown;

async function setUp(): Promise<void> {
  stage = await ServeStage.open();
  server = await stage.serve();
  sdk = await import(pathToFileURL(`${example}node_modules/ai/dist/index.js`).href);
  const { reprise } = await import(pathToFileURL(`${example}reprise.ts`).href);
  model = reprise({ url: server.listening.url, token: server.listening.token, chat: "sdk" })("codex");
}

async function partsOf(options: Record<string, unknown>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of sdk.streamText({ model, onError: () => undefined, ...options }).fullStream) parts.push(part);
  return parts;
}

const textIn = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === "text-delta" ? [part.text] : [])).join("");

describe("the AI SDK's streamText, the example's provider and the real Codex", () => {
  beforeEach(setUp);
  afterEach(() => stage.close());

  it("has the text once, the tool calls, the finish reason and the usage", async () => {
    stage.machine.model.push(
      [{ call: codex.shellCall("echo from-the-tool") }],
      [{ text: "The tool ran.", chunks: 3 }, { usage: { inputTokens: 120, cachedTokens: 20, outputTokens: 7 } }],
    );
    const parts = await partsOf({ prompt: "run it" });
    expect(textIn(parts)).toBe("The tool ran.");
    expect(parts.find(({ type }) => type === "tool-call")).toMatchObject({
      providerExecuted: true,
      dynamic: true,
    });
    const result = parts.find(({ type }) => type === "tool-result");
    expect(JSON.stringify(result)).toContain("from-the-tool");
    const finish = parts.find(({ type }) => type === "finish");
    expect(finish).toMatchObject({ finishReason: "stop", rawFinishReason: "completed" });
    const usage = (finish?.totalUsage ?? {}) as Record<string, number>;
    expect(usage.inputTokens).toBeGreaterThanOrEqual(120);
    expect(usage.outputTokens).toBeGreaterThanOrEqual(7);
    expect(parts.filter(({ type }) => type === "error")).toEqual([]);
  });

  it("continues the conversation with the last message only, and says what it does not pass on", async () => {
    stage.machine.model.push([{ text: "I keep seven." }], [{ text: "Seven." }]);
    await partsOf({ prompt: "keep the number seven" });
    const messages = [
      { role: "user", content: "keep the number seven" },
      { role: "assistant", content: "I keep seven." },
      { role: "user", content: "which number?" },
    ];
    const { text, finishReason, warnings } = await sdk.generateText({ model, messages, temperature: 0.5 });
    expect([text, finishReason]).toEqual(["Seven.", "stop"]);
    expect(warnings).toContainEqual({ type: "unsupported", feature: "temperature" });
    const request = JSON.stringify(stage.machine.model.requests.at(-1)?.body);
    expect(request.split("keep the number seven")).toHaveLength(2);
  });

  it("has an error of the turn with its code, and the reason error", async () => {
    stage.machine.model.push([{ http: { status: 400, body: { error: { message: "the model said no" } } } }]);
    const parts = await partsOf({ prompt: "fail" });
    const errors = parts.filter(({ type }) => type === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.error).toMatchObject({
      name: "RepriseError",
      code: expect.any(String),
      message: expect.stringContaining("the model said no"),
    });
    expect(parts.find(({ type }) => type === "finish")).toMatchObject({ finishReason: "error" });
  });

  it("throws what the server refuses, with its status", async () => {
    const { reprise } = await import(pathToFileURL(`${example}reprise.ts`).href);
    const stranger = reprise({ url: server.listening.url, token: "wrong-token-0123456789", chat: "sdk" })("codex");
    const refused = sdk.generateText({ model: stranger, prompt: "hello" });
    await expect(refused).rejects.toMatchObject({ statusCode: 401, isRetryable: false });
  });

  it("an abort cancels the turn", async () => {
    stage.machine.model.push([{ hang: true }]);
    const leaving = new AbortController();
    const reading = partsOf({ prompt: "take long", abortSignal: leaving.signal });
    await stage.machine.model.arrived(1);
    leaving.abort();
    expect((await reading).map(({ type }) => type)).toContain("abort");
    expect(await stage.machine.model.ended(1)).toBe("cut");
  });

  it("fits the types of the SDK", () => {
    execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${example}tsconfig.json`]);
  });
});

describe("the example's mapping of events to parts", () => {
  const mapped = async (lines: readonly Record<string, unknown>[]): Promise<Part[]> => {
    const { PartMapper } = await import(pathToFileURL(`${example}stream-parts.ts`).href);
    const mapper = new PartMapper();
    return [...lines.flatMap((line, index) => mapper.parts({ id: index + 1, ...line })), ...mapper.end()];
  };
  const text = (content: string, delta: boolean) => ({ type: "message", role: "assistant", content, delta });
  const result = (status: string) => ({ type: "result", status, usage: null, resets_at: null });

  it("keeps pieces of one text in one block, and closes it before anything else", async () => {
    const parts = await mapped([
      { type: "init", session_id: "s" },
      { type: "reasoning", content: "hm", delta: true },
      text("He", true),
      text("llo", true),
      { type: "tool_use", tool_id: "t", tool_name: "shell", parameters: { command: "ls" } },
      { type: "tool_result", tool_id: "t", status: "declined", output: null },
      text("whole", false),
      text("more", true),
      result("completed"),
    ]);
    expect(parts.map(({ type, id, delta }) => [type, id, delta].filter((one) => one !== undefined))).toEqual([
      ["response-metadata", "s"],
      ["reasoning-start", "2"],
      ["reasoning-delta", "2", "hm"],
      ["reasoning-end", "2"],
      ["text-start", "3"],
      ["text-delta", "3", "He"],
      ["text-delta", "3", "llo"],
      ["text-end", "3"],
      ["tool-call"],
      ["tool-result"],
      ["text-start", "7"],
      ["text-delta", "7", "whole"],
      ["text-end", "7"],
      ["text-start", "8"],
      ["text-delta", "8", "more"],
      ["text-end", "8"],
      ["finish"],
    ]);
    expect(parts[9]).toMatchObject({ toolName: "shell", isError: true });
  });

  it.each([
    ["completed", "stop"],
    ["failed", "error"],
    ["cancelled", "interrupted"],
    ["parked", "interrupted"],
  ])("%s finishes with %s", async (status, unified) => {
    const parts = await mapped([text("a", true), result(status)]);
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified, raw: status } });
  });

  it("a stream that breaks has an error and a finish", async () => {
    const parts = await mapped([text("a", true)]);
    expect(parts.slice(2).map(({ type }) => type)).toEqual(["text-end", "error", "finish"]);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "error" } });
  });
});
