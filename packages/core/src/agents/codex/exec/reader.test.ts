import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noSettings, type RunEvent } from "@reprise/model";
import { lastItems, readRecording } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { CodexReader } from "./reader.ts";

const recordings = fileURLToPath(new URL("recordings", import.meta.url));
const releases = readdirSync(recordings).filter((name) => name.startsWith("release-"));

function read(lines: string | readonly object[], code = 0) {
  const launch = {
    settings: noSettings,
    env: {},
    home: null,
    program: null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  const path = typeof lines === "string" ? join(recordings, lines) : lines;
  return readRecording(new CodexReader({ prompt: { id: "p", text: "" }, launch }), path, code);
}

const texts = (events: readonly RunEvent[], kind: string) =>
  lastItems(events).flatMap((item) => (item.kind === kind && "text" in item ? [item.text] : []));

describe.each(releases)("%s", (release) => {
  test("reports the turn, its command and its reply once", () => {
    const { events, end } = read(`${release}/exec.stdout.jsonl`);
    expect(end).toEqual({ state: "completed", failure: null });
    expect(events.filter(({ type }) => type === "turn-started")).toHaveLength(1);
    const [command] = lastItems(events).filter((item) => item.kind === "command");
    expect(command).toMatchObject({
      command: 'printf "caf\\303\\251 \\033[31mred\\033[0m\\n"; ls',
      exitCode: 0,
      status: "done",
    });
    expect(command).toMatchObject({
      output: expect.stringContaining("café \u001b[31mred\u001b[0m\na.txt\n"),
    });
    expect(texts(events, "reply")).toEqual([
      expect.stringMatching(/^Reply \d+: I looked at it\. Überprüft ✓ 日本語\.$/),
    ]);
    expect(lastItems(events).filter((item) => item.kind === "opaque")).toEqual([]);
  });

  const hasResume = readdirSync(join(recordings, release)).includes("exec-resume.stdout.jsonl");
  // Releases before 0.42 could not resume a thread.
  if (!hasResume) return;
  test("reports the resumed turn of the same thread", () => {
    const threadOf = (file: string) => read(`${release}/${file}`).events.find(({ type }) => type === "thread");
    expect(threadOf("exec-resume.stdout.jsonl")).toEqual(threadOf("exec.stdout.jsonl"));
    const { events, end } = read(`${release}/exec-resume.stdout.jsonl`);
    expect(end?.state).toBe("completed");
    expect(texts(events, "reply")).toHaveLength(1);
  });
});

describe("today's words", () => {
  test("shows a warning that is said for the process and for the thread once", () => {
    const warning = (id: string) => ({ type: "item.completed", item: { id, type: "error", message: "old setting" } });
    const { events } = read([warning("item_0"), warning("item_1"), { type: "turn.started" }]);
    expect(events.filter(({ type }) => type === "notice")).toEqual([{ type: "notice", text: "old setting" }]);
  });

  test("all items of a turn, under keys of their own", () => {
    const { events } = read("exec-tools/exec.stdout.jsonl");
    expect(lastItems(events)).toEqual([
      { kind: "reasoning", text: "Thinking about it" },
      { kind: "reply", text: "Let me look." },
      {
        kind: "command",
        command: 'echo hi; printf "\\033[31mred\\033[0m ünïcödé 漢字 🎉\\n"',
        output: "hi\n\u001b[31mred\u001b[0m ünïcödé 漢字 🎉\n",
        exitCode: 0,
        status: "done",
      },
      {
        kind: "edit",
        changes: [{ path: "/srv/proj-a/hello.txt", change: "add", diff: null }],
        status: "done",
      },
      { kind: "reply", text: "All done." },
    ]);
    expect(events.flatMap((event) => ("key" in event ? [event.key] : []))).toEqual([
      "p/item_0",
      "p/item_1",
      "p/item_2",
      "p/item_2",
      "p/item_3",
      "p/item_3",
      "p/item_4",
    ]);
    expect(events.at(-1)).toEqual({ type: "usage", tokens: 330, isOfThread: true });
  });

  test("a retry is a notice, and the turn completes", () => {
    const { events, end } = read("exec-stream-retry/exec.stdout.jsonl");
    expect(end?.state).toBe("completed");
    expect(events).toContainEqual({ type: "notice", text: expect.stringMatching(/^Reconnecting/) });
  });

  test.each([
    ["failed-http500", "server"],
    ["failed-http429", "limit"],
    ["failed-failed_ctx", "context-full"],
  ])("%s fails, and says it once", (name, kind) => {
    const { events, end } = read(`${name}/exec.stdout.jsonl`, 1);
    expect(end).toMatchObject({ state: "failed", failure: { kind } });
    expect(events.filter(({ type }) => type === "notice")).toEqual([]);
  });

  test("a warning before the turn is a notice and no failure", () => {
    const { events, end } = read("release-0.142.0/exec.stdout.jsonl");
    expect(events).toContainEqual({ type: "notice", text: expect.stringMatching(/^Model metadata/) });
    expect(end?.state).toBe("completed");
  });

  test("lines that stop have no end, and the command stays open", () => {
    const { events, end } = read("exec-sigkill-mid-tool/exec.stdout.jsonl");
    expect(end).toBeNull();
    expect(lastItems(events)).toMatchObject([{ kind: "command", status: "open" }]);
  });

  test("an error that no failure follows is not lost", () => {
    const { events } = read([
      { type: "error", message: "odd" },
      { type: "turn.completed", usage: {} },
    ]);
    expect(events).toContainEqual({ type: "notice", text: "odd" });
  });

  test("other items and lines nobody knows", () => {
    const { events } = read([
      {
        type: "item.updated",
        item: {
          id: "a",
          type: "todo_list",
          items: [
            { text: "one", completed: true },
            { text: "two", completed: false },
          ],
        },
      },
      {
        type: "item.completed",
        item: {
          id: "b",
          type: "mcp_tool_call",
          server: "echo",
          tool: "say",
          arguments: { x: 1 },
          result: { content: [{ type: "text", text: "said" }] },
          status: "completed",
        },
      },
      {
        type: "item.completed",
        item: { id: "c", type: "command_execution", command: "rm -rf /", status: "declined" },
      },
      { type: "item.completed", item: { id: "d", type: "hologram" } },
      { type: "of.tomorrow" },
      {},
      { type: "item.completed", item: "no object" },
    ]);
    expect(lastItems(events)).toEqual([
      { kind: "notice", text: "Plan:\n[x] one\n[ ] two" },
      { kind: "tool", name: "mcp__echo__say", input: { x: 1 }, output: "said", status: "done" },
      { kind: "command", command: "rm -rf /", output: null, exitCode: null, status: "declined" },
      { kind: "opaque", raw: { id: "d", type: "hologram" } },
      { kind: "opaque", raw: { type: "of.tomorrow" } },
    ]);
  });
});

describe("older words", () => {
  test("the provider's session gives the model and never the thread", () => {
    const { events } = read([
      { type: "thread.started", thread_id: "abc-123" },
      { type: "session.created", id: "sess_x", model: "gpt-5-codex" },
    ]);
    expect(events).toEqual([
      { type: "thread", thread: "abc-123", isPersisted: false },
      { type: "settings", settings: { ...noSettings, approvalPolicy: "never" } },
      { type: "settings", settings: { ...noSettings, approvalPolicy: "never", model: "gpt-5-codex" } },
    ]);
  });

  test("a text that came in pieces and then whole is one item", () => {
    const delta = (text: string) => ({ type: "message.output_text.delta", delta: text });
    const whole = {
      type: "item.completed",
      item: { id: "item_0", type: "agent_message", text: "Hello 漢字" },
    };
    const { events } = read([delta("Hello "), delta("漢字"), whole, { type: "turn.completed", usage: {} }]);
    expect(events.filter(({ type }) => type !== "usage")).toEqual([
      { type: "delta", key: "p/reply-1", kind: "reply", text: "Hello " },
      { type: "delta", key: "p/reply-1", kind: "reply", text: "漢字" },
      { type: "item", key: "p/reply-1", isComplete: true, item: { kind: "reply", text: "Hello 漢字" } },
    ]);
    const cut = read([delta("Hel")], 1);
    expect(cut.events.at(-1)).toMatchObject({ isComplete: false, item: { text: "Hel" } });
    expect(cut.end).toBeNull();
  });

  test("output that is cut inside a character is put together again", () => {
    const msg = (chunk: unknown) => ({
      id: "0",
      msg: { type: "exec_command_output_delta", call_id: "c", chunk },
    });
    const bytes = [...Buffer.from("é漢")];
    const { events } = read([
      msg(bytes.slice(0, 1)),
      msg(Buffer.from(bytes.slice(1, 3)).toString("base64")),
      msg(bytes.slice(3)),
    ]);
    expect(events.map((event) => (event.type === "delta" ? event.text : "")).join("")).toBe("é漢");
  });

  test("a release without an end: only a reply, nothing open and a clean exit make one", () => {
    const msg = (fields: object) => ({ id: "0", msg: fields });
    const reply = msg({ type: "agent_message", message: "done" });
    const begin = msg({ type: "exec_command_begin", call_id: "c", command: ["ls"] });
    expect(read([msg({ type: "task_started" }), reply]).end?.state).toBe("completed");
    expect(read([msg({ type: "task_started" }), reply], 1).end).toBeNull();
    expect(read([msg({ type: "task_started" })]).end).toBeNull();
    expect(read([reply, begin]).end).toBeNull();
    expect(read([reply, msg({ type: "turn_aborted" })]).end?.state).toBe("interrupted");
    expect(read([reply, msg({ type: "error", message: "usage limit reached" })]).end).toMatchObject({
      state: "failed",
      failure: { kind: "limit" },
    });
  });

  test("the first line tells the settings", () => {
    const { events } = read("release-0.23.0/exec.stdout.jsonl");
    expect(events[0]).toEqual({
      type: "settings",
      settings: {
        model: "gpt-5",
        provider: "mock",
        effort: "medium",
        summary: "auto",
        sandbox: "danger-full-access",
        approvalPolicy: "never",
        cwd: "/srv/proj-a",
      },
    });
  });
});
