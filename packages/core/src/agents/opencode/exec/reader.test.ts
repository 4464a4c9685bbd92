import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastItems, readRecording } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { OpencodeReader } from "./reader.ts";

const recordings = fileURLToPath(new URL("recordings", import.meta.url));

function read(lines: string | readonly object[]) {
  const reader = new OpencodeReader({ prompt: { id: "p", text: "" } });
  return readRecording(reader, typeof lines === "string" ? join(recordings, `${lines}.jsonl`) : lines);
}

const line = (type: string, part: object = {}) => ({ type, sessionID: "ses_1", part });
const tool = (name: string, state: object) => line("tool_use", { callID: name, tool: name, state });

describe("a recorded turn", () => {
  test("takes the thread from its first line, and is completed by its last step", () => {
    const { events, end } = read("01-basic");
    expect(events.slice(0, 2)).toEqual([
      { type: "thread", thread: "ses_e1f424faeffeKjR5iIRaKmLac4", isPersisted: false },
      { type: "turn-started", turn: null },
    ]);
    expect(lastItems(events)).toEqual([{ kind: "reply", text: 'MOCK reply #75: "Say hello"' }]);
    expect(events.at(-1)).toEqual({ type: "usage", tokens: 15, isOfThread: false });
    expect(end).toEqual({ state: "completed", failure: null });
  });

  test("a command between two steps of one turn", () => {
    const { events, end } = read("08-tool");
    expect(lastItems(events)).toMatchObject([
      { kind: "reply" },
      { kind: "command", command: "echo oc-ran", output: "oc-ran\n", exitCode: 0, status: "done" },
      { kind: "reply", text: "MOCK after-tool #3" },
    ]);
    expect(events.filter(({ type }) => type === "turn-started")).toHaveLength(1);
    expect(end?.state).toBe("completed");
  });

  test.each(["10-kill9-midturn", "11-kill9-midtool"])("%s has no end", (name) => {
    expect(read(name).end).toBeNull();
  });
});

test("a step that calls tools is not the end", () => {
  expect(read([line("step_start"), line("step_finish", { reason: "tool-calls" })]).end).toBeNull();
  expect(read([line("step_start"), line("step_finish", { reason: "stop" }), line("step_start")]).end).toBeNull();
  expect(read([line("step_finish", { reason: "length" })]).end?.state).toBe("completed");
});

test("work that was done, refused, left out or failed", () => {
  const { events } = read([
    tool("write", {
      status: "completed",
      input: { filePath: "/a", content: "x" },
      output: "Wrote file successfully.",
      metadata: { exists: false },
    }),
    tool("edit", { status: "completed", input: { filePath: "/b" }, output: "", metadata: { diff: "@@" } }),
    tool("bash", {
      status: "error",
      input: { command: "touch x" },
      error: "The user rejected permission to use this specific tool call.",
    }),
    tool("invalid", {
      status: "completed",
      input: { tool: "bash", error: "Model tried to call unavailable tool 'bash'. Available tools: glob." },
      output: "The arguments",
    }),
    tool("read", { status: "error", input: {}, error: "File not found" }),
    line("of_tomorrow"),
    {},
  ]);
  expect(lastItems(events).slice(0, 5)).toEqual([
    { kind: "edit", changes: [{ path: "/a", change: "add", diff: "x" }], status: "done" },
    { kind: "edit", changes: [{ path: "/b", change: "update", diff: "@@" }], status: "done" },
    {
      kind: "command",
      command: "touch x",
      output: "The user rejected permission to use this specific tool call.",
      exitCode: null,
      status: "declined",
    },
    { kind: "tool", name: "bash", input: null, output: "The arguments", status: "declined" },
    { kind: "tool", name: "read", input: {}, output: "File not found", status: "failed" },
  ]);
});

test("a command that ran and failed", () => {
  const { events } = read([
    tool("bash", { status: "completed", input: { command: "false" }, output: "", metadata: { exit: 1 } }),
  ]);
  expect(lastItems(events)).toMatchObject([{ exitCode: 1, status: "failed" }]);
});

test.each([
  [
    { name: "APIError", data: { message: "scripted answer", statusCode: 401 } },
    { state: "failed", failure: { kind: "authentication" } },
  ],
  [
    { name: "APIError", data: { message: "scripted answer", statusCode: 429 } },
    { state: "failed", failure: { kind: "limit" } },
  ],
  [
    { name: "APIError", data: { message: "scripted answer", statusCode: 503 } },
    { state: "failed", failure: { kind: "server" } },
  ],
  [
    { name: "ProviderAuthError", data: { message: "no" } },
    { state: "failed", failure: { kind: "authentication" } },
  ],
  [
    { name: "ContextOverflowError", data: { message: "no" } },
    { state: "failed", failure: { kind: "context-full" } },
  ],
  [
    {
      name: "UnknownError",
      data: { message: "Cannot connect to API: Unable to connect. connection refused" },
    },
    { state: "failed", failure: { kind: "transport" } },
  ],
  [{ name: "MessageAbortedError" }, { state: "interrupted", failure: null }],
  [{}, { state: "failed", failure: { kind: "other" } }],
])("%j ends the turn", (error, end) => {
  expect(read([{ type: "error", sessionID: "ses_1", error }]).end).toMatchObject(end);
});
