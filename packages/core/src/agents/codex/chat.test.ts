import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ChatEvent } from "@reprise/model";
import { describeStdoutMapper } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import type { ProcessEnd } from "../chat/chat-agent.ts";
import { codexChat } from "./chat.ts";

const recordings = fileURLToPath(new URL("exec/recordings", import.meta.url));
const names = readdirSync(recordings, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".jsonl"))
  .sort();

const done: ProcessEnd = { code: 0, signal: null, stderr: "", stopped: null };

function mapped(pieces: readonly Uint8Array[], session_id?: string, end = done): ChatEvent[] {
  const input = { message: "m", ...(session_id === undefined ? {} : { session_id }) };
  const mapper = codexChat.createStdoutMapper({ input });
  return [...pieces.flatMap((piece) => mapper.push(piece)), ...mapper.flush(end)];
}

const bytesOf = (...lines: object[]) => Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const started = { type: "thread.started", thread_id: "01a1e0b2-ca3b-70b0-b51e-ff7f1a03e63b" };

describeStdoutMapper("Codex, every recorded release", {
  chat: codexChat,
  recordings,
  // Releases before 0.44 did not name the thread.
  unnamed: names.filter((name) => !readFileSync(`${recordings}/${name}`).includes('"thread.started"')),
});

describe("the older vocabulary", () => {
  test("one init has the id of the thread and the model; the provider's id is not used", () => {
    const created = { type: "session.created", id: "sess_x", model: "gpt-5-codex" };
    const delta = { type: "message.output_text.delta", delta: "Hé" };
    const whole = { type: "message.output_text.done", text: "Hé" };
    const end = { type: "turn.completed" };
    expect(mapped([bytesOf(started, created, delta, whole, end)])).toEqual([
      { type: "init", session_id: started.thread_id, modelId: "gpt-5-codex" },
      { type: "message", role: "assistant", content: "Hé", delta: true },
      { type: "result", status: "completed", usage: null, resets_at: null },
    ]);
  });
});

test("the provider's id continues nothing: the command is refused with the reason", () => {
  const turn = { input: { message: "m", session_id: "sess_x" }, workspace: "/srv", permissions: null };
  expect(() => codexChat.createCommand(turn as never)).toThrow(/"sess_x" is no id of a Codex session/);
});

describe("the end of a turn", () => {
  test("another thread than asked for is an error, and none of it is reported", () => {
    const reply = { type: "item.completed", item: { id: "item_0", type: "agent_message", text: "New!" } };
    const events = mapped(
      [bytesOf(started, reply, { type: "turn.completed" })],
      "01a1e0b2-0000-70b0-b51e-ff7f1a03e63b",
    );
    expect(events).toMatchObject([
      { type: "error", code: "other-thread" },
      { type: "result", status: "failed" },
    ]);
  });

  test.each<[string, Partial<ProcessEnd>, object[]]>([
    [
      "refused before it began",
      { code: 1, stderr: "Error: no rollout found for thread id x" },
      [{ code: "thread-missing" }],
    ],
    ["killed", { code: null, signal: "SIGKILL" }, [{ code: "interrupted" }]],
    ["cut off with exit code 0", {}, [{ code: "interrupted" }]],
    ["too slow", { stopped: "time-limit" }, [{ code: "time-limit" }]],
  ])("%s: never an empty success", (_, end, errors) => {
    const events = mapped([], undefined, { ...done, ...end });
    expect(events).toMatchObject([...errors, { type: "result", status: "failed" }]);
  });

  test("a call without an answer is reported as unknown", () => {
    const item = { id: "item_1", type: "command_execution", command: "make", status: "in_progress" };
    const events = mapped([bytesOf(started, { type: "item.started", item })], undefined, {
      ...done,
      signal: "SIGKILL",
      code: null,
    });
    expect(events.slice(1, 3)).toMatchObject([
      { type: "tool_use", tool_name: "command", parameters: { command: "make" } },
      { type: "tool_result", status: "unknown" },
    ]);
  });

  test("usage is that of the turn, although Codex reports sums", () => {
    const usage = { input_tokens: 300, cached_input_tokens: 100, output_tokens: 30 };
    const before = { input_tokens: 100, cached_input_tokens: 0, output_tokens: 10, total_tokens: 110 };
    const mapper = codexChat.createStdoutMapper({ input: { message: "m" }, usageBefore: before });
    mapper.push(bytesOf(started, { type: "turn.completed", usage }));
    expect(mapper.flush(done).at(-1)).toMatchObject({
      usage: { input_tokens: 200, cached_input_tokens: 100, output_tokens: 20, total_tokens: 220 },
    });
    expect(mapper.usageSoFar).toMatchObject({ total_tokens: 330 });
  });
});
