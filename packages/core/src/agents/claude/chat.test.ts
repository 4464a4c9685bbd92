import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeStdoutMapper, type Mapped, mapOutput } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { claudeChat } from "./chat.ts";

const recordings = fileURLToPath(new URL("exec/recordings", import.meta.url));
const unknown = "05-unknown-id.jsonl";

describeStdoutMapper("Claude Code", { chat: claudeChat, recordings, unnamed: [unknown] });

const mapped = (lines: readonly object[], given?: Mapped) => mapOutput(claudeChat, lines, given);
const recorded = (name: string, given?: Mapped) => mapOutput(claudeChat, readFileSync(`${recordings}/${name}`), given);

const session_id = "00000000-0000-4000-8000-000000000001";
const init = { type: "system", subtype: "init", session_id, model: "claude-x" };
const said = (id: string, ...content: object[]) => ({
  type: "assistant",
  session_id,
  message: { id, content },
});
const piece = (event: object) => ({ type: "stream_event", session_id, event });
const delta = (text: string) => piece({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
const ended = (more: object = {}) => ({
  type: "result",
  subtype: "success",
  is_error: false,
  session_id,
  ...more,
});

describe("a turn", () => {
  test("text that came in pieces is not sent again as a whole", () => {
    const start = piece({ type: "message_start", message: { id: "m1" } });
    const whole = said("m1", { type: "text", text: "Hé 🎉" });
    const usage = { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 2 };
    expect(mapped([init, start, delta("Hé "), delta("🎉"), whole, ended({ usage })])).toEqual([
      { type: "init", session_id, modelId: "claude-x" },
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

  test("a denied call has its use and its result, and the turn is completed", () => {
    const events = recorded("09-tool-denied.jsonl");
    expect(events.filter(({ type }) => type.startsWith("tool"))).toMatchObject([
      { type: "tool_use", tool_name: "command" },
      { type: "tool_result", status: "declined" },
    ]);
    expect(events.at(-1)).toMatchObject({ status: "completed" });
  });

  test("a sub-agent's second part belongs to the same turn", () => {
    const events = recorded("14-subagent.jsonl");
    expect(events.at(-1)).toMatchObject({ type: "result", status: "completed" });
  });

  test("another session than asked for is an error, and none of it is reported", () => {
    const lines = [init, said("m1", { type: "text", text: "New!" }), ended()];
    expect(mapped(lines, { session: "00000000-0000-4000-8000-000000000002" })).toMatchObject([
      { type: "error", code: "other-thread" },
      { type: "result", status: "failed" },
    ]);
  });
});

describe("a failed turn", () => {
  const reported = (more: object) => [init, ended({ is_error: true, ...more })];

  test.each<[string, readonly object[], Mapped["end"], string]>([
    ["a bad key", reported({ api_error_status: 401, result: "Invalid API key" }), { code: 1 }, "authentication"],
    ["not signed in", reported({ result: "Not logged in · Please run /login" }), { code: 1 }, "authentication"],
    ["a limit", reported({ api_error_status: 429, result: "Rate limited" }), { code: 1 }, "limit"],
    ["a full context", reported({ result: "Prompt is too long" }), { code: 1 }, "context-full"],
    ["an overloaded model", reported({ api_error_status: 529, result: "Overloaded" }), { code: 1 }, "server"],
    ["an error with exit code 0", reported({ result: "API Error: 500 boom" }), {}, "server"],
    ["an interruption with exit code 0", reported({ terminal_reason: "aborted_streaming" }), {}, "interrupted"],
    ["an id in use", [], { code: 1, stderr: `Error: Session ID ${session_id} is already in use.` }, "busy"],
    ["no result", [init], {}, "interrupted"],
    ["no output", [], {}, "interrupted"],
    ["a killed process", [init], { code: null, signal: "SIGKILL" }, "interrupted"],
    ["a slow turn", [init], { stopped: "time-limit" }, "time-limit"],
  ])("%s", (_, lines, end, code) => {
    const events = mapped(lines, { end: end ?? {} });
    expect(events.slice(-2)).toMatchObject([
      { type: "error", code },
      { type: "result", status: "failed" },
    ]);
  });

  test("an unknown session", () => {
    expect(recorded(unknown, { end: { code: 1 } })).toMatchObject([
      { type: "error", code: "thread-missing" },
      { type: "result", status: "failed" },
    ]);
  });

  test("a limit with a time is parked until then", () => {
    const limit = {
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt: 1_800_000_000 },
    };
    const events = mapped([init, limit, ended({ is_error: true, result: "You've hit your session limit" })]);
    expect(events.slice(-2)).toMatchObject([
      { type: "error", code: "limit" },
      { type: "result", status: "parked", resets_at: "2027-01-15T08:00:00.000Z" },
    ]);
  });
});
