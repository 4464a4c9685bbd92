import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeStdoutMapper, type Mapped, mapOutput } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { opencodeChat } from "./chat.ts";

const recordings = fileURLToPath(new URL("exec/recordings", import.meta.url));

describeStdoutMapper("OpenCode", { chat: opencodeChat, recordings });

const mapped = (lines: readonly object[], given?: Mapped) => mapOutput(opencodeChat, lines, given);

const sessionID = "ses_1";
const line = (type: string, part: object) => ({ type, sessionID, part });
const step = line("step_start", { id: "p1" });
const finish = line("step_finish", {
  id: "p9",
  reason: "stop",
  tokens: { input: 5, output: 2, reasoning: 1, total: 10, cache: { read: 2, write: 0 } },
});
const failure = (name: string, data: object) => ({ type: "error", sessionID, error: { name, data } });

describe("a turn", () => {
  test("has its name, its text once and its usage", () => {
    const text = line("text", { id: "p2", text: "Hé 🎉" });
    expect(mapped([step, text, text, finish])).toEqual([
      { type: "init", session_id: sessionID, modelId: null },
      { type: "message", role: "assistant", content: "Hé 🎉", delta: false },
      {
        type: "result",
        status: "completed",
        usage: { input_tokens: 7, cached_input_tokens: 2, output_tokens: 3, total_tokens: 10 },
        resets_at: null,
      },
    ]);
  });

  test("the use of a tool comes with its result", () => {
    const events = mapOutput(opencodeChat, readFileSync(`${recordings}/08-tool.jsonl`));
    expect(events.filter(({ type }) => type.startsWith("tool"))).toMatchObject([
      { type: "tool_use", tool_name: "command" },
      { type: "tool_result", status: "success" },
    ]);
  });

  test("a rejected call is declined", () => {
    const state = {
      status: "error",
      input: { command: "ls" },
      error: "The user rejected permission to use this specific tool call.",
    };
    const events = mapped([step, line("tool_use", { id: "p2", callID: "c", tool: "bash", state }), finish]);
    expect(events.slice(1, 3)).toMatchObject([
      { type: "tool_use", tool_id: "c" },
      { type: "tool_result", tool_id: "c", status: "declined" },
    ]);
  });

  test("another session than asked for is an error", () => {
    expect(mapped([step, finish], { session: "ses_2" })).toMatchObject([
      { type: "error", code: "other-thread" },
      { type: "result", status: "failed" },
    ]);
  });
});

describe("a failed turn", () => {
  const api = (statusCode: number) => [step, failure("APIError", { message: "refused", statusCode })];

  test.each<[string, readonly object[], Mapped["end"], string]>([
    ["an unknown session", [], { code: 1, stderr: "\u001B[91mError: \u001B[0mSession not found" }, "thread-missing"],
    ["a bad key", api(401), { code: 1 }, "authentication"],
    ["not signed in", [failure("ProviderAuthError", { message: "no key" })], { code: 1 }, "authentication"],
    ["a limit", api(429), { code: 1 }, "limit"],
    ["a server error", api(500), { code: 1 }, "server"],
    ["a full context", [failure("ContextOverflowError", { message: "too big" })], { code: 1 }, "context-full"],
    ["an interruption", [step, failure("MessageAbortedError", {})], { code: 0 }, "interrupted"],
    ["no last event, with exit code 0", [step, line("text", { id: "p2", text: "ok" })], {}, "interrupted"],
    ["a step that has another one after it", [step, line("step_finish", { reason: "tool-calls" })], {}, "interrupted"],
    ["no output", [], {}, "interrupted"],
    ["a killed process", [step], { code: null, signal: "SIGKILL" }, "interrupted"],
  ])("%s", (_, lines, end, code) => {
    expect(mapped(lines, { end: end ?? {} }).slice(-2)).toMatchObject([
      { type: "error", code },
      { type: "result", status: "failed" },
    ]);
  });
});

describe("the command", () => {
  const turn = { newId: "", home: "/h", workspace: "/w", input: { message: "m" } } as const;
  const commandOf = (permissions: "workspace-write" | "danger-full-access", env: Record<string, string> = {}) =>
    opencodeChat.createCommand({ ...turn, permissions, env });

  test("rules that would ask deny, at any depth; the person's own stay", () => {
    const own = { webfetch: "ask", edit: { "*.md": "deny", "*": "ask" } };
    const { env } = commandOf("workspace-write", { OPENCODE_PERMISSION: JSON.stringify(own) });
    expect(JSON.parse(env.OPENCODE_PERMISSION ?? "")).toMatchObject({
      bash: "deny",
      external_directory: "deny",
      webfetch: "deny",
      edit: { "*.md": "deny", "*": "deny", "*.opencode/*": "deny", "*.git/*": "deny" },
    });
    expect(commandOf("workspace-write").args).not.toContain("--auto");
    expect(commandOf("danger-full-access").args).toContain("--auto");
  });

  test("a configuration of the environment is kept", () => {
    const own = { model: "a/b", experimental: { x: 1 } };
    const { env } = commandOf("workspace-write", { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) });
    expect(JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? "")).toEqual({
      ...own,
      experimental: { x: 1, continue_loop_on_deny: true },
    });
    expect(() => commandOf("workspace-write", { OPENCODE_CONFIG_CONTENT: "[" })).toThrow(
      expect.objectContaining({ code: "bad-use" }),
    );
  });
});
