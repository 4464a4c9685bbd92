import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeStdoutMapper, type Mapped, mapOutput } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { geminiChat } from "./chat.ts";

const recordings = fileURLToPath(new URL("exec/recordings", import.meta.url));

describeStdoutMapper("Gemini CLI", { chat: geminiChat, recordings });

const mapped = (lines: readonly object[], given?: Mapped) => mapOutput(geminiChat, lines, given);
const recorded = (name: string) => mapOutput(geminiChat, readFileSync(`${recordings}/${name}`));

const session_id = "00000000-0000-4000-8000-000000000001";
const init = { type: "init", session_id, model: "gemini-x" };
const piece = (content: string) => ({ type: "message", role: "assistant", content, delta: true });
const success = {
  type: "result",
  status: "success",
  stats: { total_tokens: 12, input_tokens: 10, output_tokens: 2, cached: 3 },
};

describe("a turn", () => {
  test("has its name, its text once and its usage; the prompt is not repeated", () => {
    const prompt = { type: "message", role: "user", content: "/message-x" };
    expect(mapped([init, prompt, piece("Hé "), piece("🎉"), success])).toEqual([
      { type: "init", session_id, modelId: "gemini-x" },
      { type: "message", role: "assistant", content: "Hé ", delta: true },
      { type: "message", role: "assistant", content: "🎉", delta: true },
      {
        type: "result",
        status: "completed",
        usage: { input_tokens: 10, cached_input_tokens: 3, output_tokens: 2, total_tokens: 12 },
        resets_at: null,
      },
    ]);
  });

  test.each([
    ["08-tool.jsonl", "success"],
    ["09-denied.jsonl", "declined"],
  ])("%s: the use of a tool has its result: %s", (name, status) => {
    expect(recorded(name).filter(({ type }) => type.startsWith("tool"))).toMatchObject([
      { type: "tool_use", tool_name: "command" },
      { type: "tool_result", status },
    ]);
  });

  test("another session than asked for is an error", () => {
    expect(mapped([init, success], { session: "00000000-0000-4000-8000-000000000002" })).toMatchObject([
      { type: "error", code: "other-thread" },
      { type: "result", status: "failed" },
    ]);
  });
});

describe("a failed turn", () => {
  const failed = (message: string, type = "Error") => [
    ...[init, { type: "result", status: "error", error: { type, message } }],
  ];
  const missing = 'Error resuming session: Invalid session identifier "x".\n  Searched for sessions in /h.\n';
  const none = "Error resuming session: No previous sessions found for this project.\n";
  const unsigned = "Please set an Auth method in your settings.json or specify GEMINI_API_KEY: not authenticated";

  test.each<[string, readonly object[], Mapped["end"], string]>([
    ["an unknown session", [], { code: 42, stderr: missing }, "thread-missing"],
    ["an unknown session in an empty home", [], { code: 42, stderr: none }, "thread-missing"],
    ["not signed in", [], { code: 41, stderr: unsigned }, "authentication"],
    ["an id in use", [], { code: 42, stderr: "Error: Session ID x already exists." }, "busy"],
    ["a bad key", failed("API key not valid. Please pass a valid API key."), { code: 144 }, "authentication"],
    ["a limit, known by the exit code only", failed("boom"), { code: 429 - 256 }, "limit"],
    ["a server error, known by the exit code only", failed("boom"), { code: 500 - 256 }, "server"],
    ["a full context", failed("The input token count exceeds the maximum"), { code: 144 }, "context-full"],
    ["an interruption", failed("Operation cancelled."), { code: 130 }, "interrupted"],
    ["no result, with exit code 0", [init, piece("A text")], {}, "interrupted"],
    ["no output", [], {}, "interrupted"],
    ["a killed process", [init], { code: null, signal: "SIGKILL" }, "interrupted"],
  ])("%s", (_, lines, end, code) => {
    expect(mapped(lines, { end: end ?? {} }).slice(-2)).toMatchObject([
      { type: "error", code },
      { type: "result", status: "failed" },
    ]);
  });
});

describe("the command", () => {
  const commandOf = (message: string, instructions?: string) =>
    geminiChat.createCommand({
      newId: session_id,
      home: "/h",
      workspace: "/w",
      permissions: "read-only",
      input: { message, ...(instructions === undefined ? {} : { instructions }) },
    });
  const refusal = expect.objectContaining({ code: "bad-use" });

  test("a plain message is its input, and the workspace has a name of its own", () => {
    const { input, files } = commandOf("a @ b !{x} {{args}}");
    expect(input).toBe("a @ b !{x} {{args}}");
    expect(files[0]).toEqual({ path: ".gemini/projects.json", text: '{"projects":{"/w":"chat"}}' });
  });

  test.each(["see @file", '@"a b"', "a@b.c", "@.x", "x".repeat(20_000)])("a command holds %j", (message) => {
    const { input, files } = commandOf(message);
    expect(input).toMatch(/^\/message-[0-9a-f]{32}$/);
    expect(files[0]).toEqual({
      path: `.gemini/commands/${input.slice(1)}.toml`,
      text: `prompt = ${JSON.stringify(message)}\n`,
    });
  });

  test.each(["/init", " /x", "?", "<session_context>", "@a !{x}", "@a {{args}}", "@a @{b}", "a\u2028"])(
    "%j is refused",
    (message) => {
      expect(() => commandOf(message)).toThrow(refusal);
    },
  );

  test("instructions come before the message", () => {
    expect(commandOf("/init", "Be brief.").input).toBe("Instructions:\nBe brief.\n\nPrompt:\n/init");
  });
});
