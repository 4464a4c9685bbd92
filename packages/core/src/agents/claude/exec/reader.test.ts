import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noSettings, type RunEvent } from "@reprise/model";
import { lastItems, readRecording } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ClaudeReader } from "./reader.ts";

const recordings = fileURLToPath(new URL("recordings", import.meta.url));

function read(lines: string | readonly object[]) {
  const launch = {
    settings: noSettings,
    env: {},
    home: null,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  const reader = new ClaudeReader({ launch });
  return {
    reader,
    ...readRecording(reader, typeof lines === "string" ? join(recordings, `${lines}.jsonl`) : lines),
  };
}

const count = (events: readonly RunEvent[], type: RunEvent["type"]) =>
  events.filter((event) => event.type === type).length;

describe("a recorded turn", () => {
  test("names thread and settings before anything else", () => {
    const { events, end } = read("01-basic");
    expect(events.slice(0, 3)).toEqual([
      { type: "thread", thread: "29458b7b-0326-4058-9586-deb20acd8ee9", isPersisted: false },
      {
        type: "settings",
        settings: { ...noSettings, model: "claude-opus-5-5", approvalPolicy: "default", cwd: "/srv/proj-a" },
      },
      { type: "turn-started", turn: null },
    ]);
    expect(lastItems(events)).toEqual([{ kind: "reply", text: "MOCK reply #1: Say hello" }]);
    expect(events.at(-1)).toEqual({ type: "usage", tokens: 17, isOfThread: false });
    expect(end).toEqual({ state: "completed", failure: null });
  });

  test("a command and its output are one item", () => {
    const { events, end } = read("08-tool");
    expect(end?.state).toBe("completed");
    expect(lastItems(events)).toMatchObject([
      { kind: "reasoning", text: "mock thinking" },
      { kind: "reply" },
      {
        kind: "command",
        command: "echo tool-ran > out.txt; cat out.txt",
        output: "tool-ran",
        status: "done",
      },
      { kind: "reply", text: "MOCK after-tool #8" },
    ]);
  });

  test("what was refused without asking is declined", () => {
    const { events, end } = read("09-tool-denied");
    expect(end?.state).toBe("completed");
    expect(lastItems(events)[1]).toMatchObject({
      kind: "command",
      command: "touch denied.txt",
      status: "declined",
      output: expect.stringContaining("needs approval"),
    });
  });

  test("an unknown id is a missing thread, and names none", () => {
    const { events, end } = read("05-unknown-id");
    expect(end).toMatchObject({ state: "failed", failure: { kind: "thread-missing" } });
    expect(count(events, "thread")).toBe(0);
  });

  test("an interrupted turn is no failure, whatever the exit code", () => {
    const { events, end } = read("12-sigint-midturn");
    expect(end).toEqual({ state: "interrupted", failure: null });
    expect(lastItems(events)).toEqual([{ kind: "reply", text: "MOCK reply #15: please HANG now" }]);
  });

  test.each(["10-kill9-midturn", "11-kill9-midtool", "13-sigterm-midtool"])("%s has no end", (name) => {
    expect(read(name).end).toBeNull();
  });

  test("a command under way when it was killed stays open", () => {
    expect(lastItems(read("11-kill9-midtool").events).at(-1)).toMatchObject({
      kind: "command",
      status: "open",
    });
  });

  test("two results are one turn, and a sub-agent's words are not the reply", () => {
    const { events, end } = read("14-subagent");
    expect(end?.state).toBe("completed");
    expect(count(events, "turn-started")).toBe(1);
    const replies = lastItems(events).flatMap((item) => (item.kind === "reply" ? [item.text] : []));
    expect(replies).toEqual([expect.stringMatching(/^MOCK reply #18/), "MOCK after-tool #20", "MOCK reply #21: "]);
    expect(lastItems(events)).toContainEqual({
      kind: "attachment",
      what: "result",
      name: 'Agent "sub" finished',
      text: "MOCK reply #19: say sub hello",
    });
  });

  test("a compaction is told", () => {
    const { events, end } = read("18-compact");
    expect(end?.state).toBe("completed");
    expect(events).toContainEqual({ type: "notice", text: "Context compacted (manual)." });
    expect(JSON.stringify(events)).not.toContain("This session is being continued");
  });
});

const session = { session_id: "s" };
const init = {
  type: "system",
  subtype: "init",
  ...session,
  tools: ["Bash", "mcp__echo__say"],
  mcp_servers: [
    { name: "echo", status: "connected" },
    { name: "far", status: "failed" },
  ],
};
const streamed = (event: object) => ({ type: "stream_event", event, parent_tool_use_id: null, ...session });
const start = (id: string) => streamed({ type: "message_start", message: { id } });
const piece = (index: number, delta: object) => streamed({ type: "content_block_delta", index, delta });
const whole = (id: string, block: object) => ({
  type: "assistant",
  message: { id, model: "m", content: [block] },
  parent_tool_use_id: null,
  ...session,
});

describe("a stream", () => {
  test("pieces and whole texts have one key", () => {
    const { events } = read([
      init,
      start("m1"),
      piece(0, { type: "thinking_delta", thinking: "hm" }),
      whole("m1", { type: "thinking", thinking: "hm" }),
      piece(1, { type: "text_delta", text: "漢" }),
      piece(1, { type: "text_delta", text: "字" }),
      whole("m1", { type: "text", text: "漢字" }),
    ]);
    expect(events.filter(({ type }) => type === "delta" || type === "item")).toEqual([
      { type: "delta", key: "m1#0", kind: "reasoning", text: "hm" },
      { type: "item", key: "m1#0", isComplete: true, item: { kind: "reasoning", text: "hm" } },
      { type: "delta", key: "m1#1", kind: "reply", text: "漢" },
      { type: "delta", key: "m1#1", kind: "reply", text: "字" },
      { type: "item", key: "m1#1", isComplete: true, item: { kind: "reply", text: "漢字" } },
    ]);
  });

  test("a text that the model begins anew drops what it had said", () => {
    const { events } = read([
      init,
      start("m1"),
      piece(0, { type: "text_delta", text: "Hel" }),
      start("m2"),
      piece(0, { type: "text_delta", text: "Hello" }),
    ]);
    expect(events.slice(-2)).toEqual([
      { type: "item-dropped", key: "m1#0" },
      { type: "delta", key: "m2#0", kind: "reply", text: "Hello" },
    ]);
  });

  test("a second part that is cut off takes back the end of the first", () => {
    const result = { type: "result", is_error: false, ...session };
    expect(read([init, result]).end?.state).toBe("completed");
    expect(read([init, result, init]).end).toBeNull();
  });
});

describe("failures", () => {
  const failed = (fields: object) =>
    read([init, { type: "result", is_error: true, subtype: "success", ...session, ...fields }]).end?.failure;

  test.each([
    [{ api_error_status: 500, result: "API Error: 500 scripted answer" }, "server"],
    [{ api_error_status: 529, result: "API Error: Overloaded" }, "server"],
    [{ api_error_status: 429, result: "API Error: Request rejected (429)" }, "limit"],
    [{ api_error_status: 401, result: "Failed to authenticate. API Error: 401" }, "authentication"],
    [{ result: "Invalid API key · Please run /login" }, "authentication"],
    [{ api_error_status: 400, result: "Prompt is too long" }, "context-full"],
    [{ result: "API Error: Connection error." }, "transport"],
    [{ subtype: "error_max_turns", errors: ["Reached maximum number of turns (3)"] }, "other"],
  ])("%j is %s", (fields, kind) => {
    expect(failed(fields)).toMatchObject({ kind });
  });

  test("a limit has the time at which it is lifted", () => {
    const limit = {
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt: 1794794400, rateLimitType: "five_hour" },
    };
    const { events, end } = read([
      init,
      limit,
      { type: "result", is_error: true, api_error_status: 429, result: "You've hit your session limit" },
    ]);
    expect(end?.failure).toMatchObject({ kind: "limit", resetsAt: "2026-11-16T02:00:00.000Z" });
    expect(events).toContainEqual({
      type: "notice",
      text: "Usage limit: rejected, lifted at 2026-11-16 02:00 UTC.",
    });
  });

  test("a message of the harness is no reply", () => {
    const line = { ...whole("x", { type: "text", text: "API Error: 500" }), is_api_error_message: true };
    expect(read([init, line]).events.filter(({ type }) => type === "item" || type === "notice")).toEqual([]);
  });
});

test("what the agent answers itself to a slash command is a notice", () => {
  const own = (text: string) => ({
    type: "assistant",
    message: { id: "x", model: "<synthetic>", content: [{ type: "text", text }] },
  });
  const { events } = read([init, own("/help isn't available in this environment."), own("No response requested.")]);
  expect(events.slice(3)).toEqual([{ type: "notice", text: "/help isn't available in this environment." }]);
});

test("a refusal that only the result tells is told, and none is told twice", () => {
  const call = whole("m", { type: "tool_use", id: "t", name: "Bash", input: { command: "touch x" } });
  const result = {
    type: "result",
    is_error: false,
    permission_denials: [{ tool_name: "Bash", tool_use_id: "t", tool_input: { command: "touch x" } }],
  };
  const answer = {
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "t", is_error: true, content: "no" }] },
    tool_result_meta: [{ id: "t", non_execution_kind: "user-rejected" }],
  };
  const declined = (events: readonly RunEvent[]) =>
    events.filter((event) => event.type === "item" && "status" in event.item && event.item.status === "declined");
  expect(declined(read([init, call, result]).events)).toHaveLength(1);
  expect(declined(read([init, call, answer, result]).events)).toHaveLength(1);
});

test("tells the MCP servers and their tools", () => {
  expect(read([init]).reader.toolServers).toEqual([
    { name: "echo", isReady: true, problem: null, tools: ["mcp__echo__say"] },
    { name: "far", isReady: false, problem: "failed", tools: [] },
  ]);
});

test("lines nobody knows, and lines that hold nothing, are survived", () => {
  expect(
    read([
      {},
      { type: "of_tomorrow" },
      { type: "assistant" },
      { type: "user", message: { content: 5 } },
      { type: "stream_event" },
      { type: "result" },
    ]).end?.state,
  ).toBe("completed");
});
