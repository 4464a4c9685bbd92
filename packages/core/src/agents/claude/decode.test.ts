import type { Item, ItemBody } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { ClaudeSession } from "./claude-session.ts";
import { claudeSource } from "./source.ts";

const home = "/home/dev/.claude";

async function read(session: ClaudeSession, place = `${session.thread}.jsonl`) {
  const path = `${home}/projects/-srv-proj-a/${place}`;
  const host = memoryHost({ [path]: session.text() });
  const [rollout] = claudeSource.locate(home, host).rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, claudeSource, host);
  expect(reading.peeked).toEqual(reading.outline);
  return {
    ...reading,
    items: reading.turns.flatMap(({ items }) => items.map(bodyOf)),
    states: reading.turns.map(({ state }) => state),
  };
}

function bodyOf({ id: _id, at: _at, origin: _origin, ...body }: Item): ItemBody {
  return body;
}

async function itemsOf(write: (session: ClaudeSession) => void): Promise<ItemBody[]> {
  const session = new ClaudeSession();
  write(session);
  return (await read(session)).items;
}

describe("a Claude session", () => {
  it("is made of prompts, reasoning, replies and work, in turns from prompt to prompt", async () => {
    const session = new ClaudeSession();
    session.prompt("Say hello");
    session.thinking("who asks?");
    session.reply("Hello");
    session.call("t1", "Bash", { command: "ls" });
    session.result("t1", "a.txt");
    session.reply("Done");
    session.prompt("Bye");
    const { items, states, outline } = await read(session);
    expect(items).toEqual([
      { kind: "prompt", text: "Say hello" },
      { kind: "reasoning", text: "who asks?" },
      { kind: "reply", text: "Hello" },
      { kind: "command", command: "ls", output: "a.txt", exitCode: null, status: "done" },
      { kind: "reply", text: "Done" },
      { kind: "prompt", text: "Bye" },
    ]);
    expect(states).toEqual(["completed", "interrupted"]);
    expect(outline).toMatchObject({
      title: "Say hello",
      turnCount: 2,
      messageCount: 4,
      toolCount: 1,
      damageCount: 0,
    });
  });

  it("says what it knows about itself", async () => {
    const session = new ClaudeSession();
    session.prompt("Hi", { cwd: "/srv/proj-a" });
    session.reply("Hi", { effort: "high", cwd: "/srv/proj-a/sub", gitBranch: "topic" });
    session.aside("permission-mode", { permissionMode: "acceptEdits" });
    session.aside("cost-state", {
      modelUsage: { m: { inputTokens: 10, outputTokens: 7, cacheReadInputTokens: 3 } },
    });
    expect((await read(session)).outline.about).toMatchObject({
      thread: session.thread,
      createdAt: session.at(1),
      updatedAt: session.at(2),
      workspace: "/srv/proj-a",
      cwd: "/srv/proj-a/sub",
      gitBranch: "topic",
      source: "cli",
      agentVersion: "2.1.325",
      model: "claude-opus-5-5",
      effort: "high",
      approvalPolicy: "acceptEdits",
      tokens: 20,
    });
  });

  it("is named by its file, even if its lines say otherwise", async () => {
    const session = new ClaudeSession("other-id");
    session.prompt("Hi");
    expect((await read(session, "by-file.jsonl")).outline.about.thread).toBe("by-file");
  });

  it("may be minimal: a type, an id, a parent, a time and a message", async () => {
    const items = await itemsOf(({ lines }) => {
      lines.push(
        JSON.stringify({
          type: "user",
          uuid: "u1",
          parentUuid: null,
          timestamp: "2026-01-01T00:00:00Z",
          message: { role: "user", content: "Hi" },
        }),
      );
      lines.push(
        JSON.stringify({
          type: "assistant",
          uuid: "u2",
          parentUuid: "u1",
          timestamp: "2026-01-01T00:00:01Z",
          message: { role: "assistant", content: "Hello" },
        }),
      );
    });
    expect(items).toEqual([
      { kind: "prompt", text: "Hi" },
      { kind: "reply", text: "Hello" },
    ]);
  });
});

describe("work", () => {
  it("without a result is open, with an unknown outcome stays open, and a later result settles it", async () => {
    const unknown =
      "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown.]";
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "Bash", { command: "sleep 9" });
      session.call("t2", "Bash", { command: "sleep 8" });
      session.result("t2", unknown, { isError: true });
      session.call("t3", "Bash", { command: "sleep 7" });
      session.result("t3", unknown, { isError: true });
      session.result("t3", "slept");
      session.call("t4", "Bash", { command: "sleep 6" });
      session.result("t4", "slept");
      session.result("t4", unknown, { isError: true });
    });
    expect(items.slice(1)).toMatchObject([
      { command: "sleep 9", status: "open", output: null },
      { command: "sleep 8", status: "open", output: unknown },
      { command: "sleep 7", status: "done", output: "slept" },
      { command: "sleep 6", status: "done", output: "slept" },
    ]);
  });

  it("that was refused in a terminal is declined, and open where it may have been stopped while it ran", async () => {
    const rejected = {
      isError: true,
      toolUseResult: "User rejected tool use",
      toolDenialKind: "user-rejected",
    };
    const mark = "[Request interrupted by user for tool use]";
    const reject = (
      session: ClaudeSession,
      id: string,
      result: Record<string, unknown>,
      marked: Record<string, unknown>,
    ) => {
      session.prompt(`Go ${id}`);
      session.call(id, "Bash", { command: id });
      session.result(id, "The user doesn't want to proceed", { ...rejected, ...result });
      session.prompt(mark, marked);
    };
    const session = new ClaudeSession();
    reject(session, "refused", {}, {});
    reject(session, "stopped", {}, { interruptedMessageId: "msg_1" });
    reject(session, "headless", { entrypoint: "sdk-cli" }, {});
    reject(session, "older", { version: "2.0.14" }, {});
    const { items, states } = await read(session);
    expect(items.flatMap((item) => (item.kind === "command" ? [[item.command, item.status]] : []))).toEqual([
      ["refused", "declined"],
      ["stopped", "open"],
      ["headless", "open"],
      ["older", "open"],
    ]);
    expect(states).toEqual(Array(4).fill("interrupted"));
  });

  it("on files is an edit, with the recorded hunks when it was done and the reason when it was not", async () => {
    const structuredPatch = [{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 1, lines: ["-a", "+b"] }];
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "Edit", { file_path: "/x", old_string: "a", new_string: "b" });
      session.result("t1", "updated", { toolUseResult: { filePath: "/x", structuredPatch } });
      session.call("t2", "Edit", { file_path: "/x", old_string: "c", new_string: "d" });
      session.result("t2", "String not found", { isError: true, toolUseResult: "Error: String not found" });
      session.call("t3", "Write", { file_path: "/y", content: "new" });
    });
    expect(items.slice(1)).toEqual([
      {
        kind: "edit",
        changes: [{ path: "/x", change: "update", diff: "@@ -4,1 +4,1 @@\n-a\n+b" }],
        status: "done",
      },
      { kind: "edit", changes: [{ path: "/x", change: "update", diff: "@@\n-c\n+d" }], status: "failed" },
      { kind: "notice", text: "Edit: String not found" },
      { kind: "edit", changes: [{ path: "/y", change: "add", diff: "new" }], status: "open" },
    ]);
  });

  it("by any other tool keeps its name and input", async () => {
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "mcp__db__query", { sql: "select 1" });
      session.result("t1", [{ type: "text", text: "1" }]);
      session.line({
        type: "assistant",
        message: {
          id: "m",
          content: [{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } }],
        },
      });
      session.line({
        type: "assistant",
        message: {
          id: "m",
          content: [
            { type: "web_search_tool_result", tool_use_id: "s1", content: [{ type: "web_search_result" }] },
          ],
        },
      });
    });
    expect(items.slice(1)).toEqual([
      { kind: "tool", name: "mcp__db__query", input: { sql: "select 1" }, output: "1", status: "done" },
      {
        kind: "tool",
        name: "web_search",
        input: { query: "x" },
        output: "[web_search_result]",
        status: "done",
      },
    ]);
  });

  it("whose call is lost still shows its result", async () => {
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.result("gone", "what it printed");
    });
    expect(items[1]).toEqual({
      kind: "command",
      command: "",
      output: "what it printed",
      exitCode: null,
      status: "done",
    });
  });
});

describe("a turn", () => {
  it("is interrupted by the marker, and failed by an error of the provider", async () => {
    const session = new ClaudeSession();
    session.prompt("One");
    session.reply("partial");
    session.prompt("[Request interrupted by user]");
    session.prompt("Two");
    session.reply("API Error: 400 bad thing", { model: "<synthetic>", isApiErrorMessage: true });
    const { states, items } = await read(session);
    expect(states).toEqual(["interrupted", "failed"]);
    expect(items.at(-1)).toEqual({ kind: "notice", text: "API Error: 400 bad thing" });
  });

  it("that was killed has no reply, and the filler of a resume is none", async () => {
    const session = new ClaudeSession();
    session.prompt("One");
    session.reply("No response requested.", { model: "<synthetic>" });
    session.prompt("Two");
    session.reply("ok");
    const { states, items } = await read(session);
    expect(states).toEqual(["interrupted", "completed"]);
    expect(items).toHaveLength(3);
  });
});

describe("what nobody typed", () => {
  it("is a notice: a summary, a caveat's command, a notification, an expanded command", async () => {
    const items = await itemsOf((session) => {
      session.system("compact_boundary", {
        parentUuid: null,
        logicalParentUuid: "x",
        compactMetadata: { trigger: "auto" },
      });
      session.prompt("We did things", { isCompactSummary: true, isVisibleInTranscriptOnly: true });
      session.prompt("<local-command-caveat>x</local-command-caveat>", { isMeta: true });
      session.prompt("<command-name>/model</command-name>");
      session.prompt("Base directory for this skill: /s", { isMeta: true });
      session.prompt("<task-notification>done</task-notification>", {
        origin: { kind: "task-notification" },
      });
      session.prompt("Continue from where you left off.", { origin: { kind: "auto-continuation" } });
    });
    expect(items.map(({ kind }) => kind)).toEqual(Array(6).fill("notice"));
    expect(items.map((item) => (item.kind === "notice" ? item.text : ""))).toEqual([
      "Context compacted (auto).",
      "Summary of what came before:\nWe did things",
      "/model",
      "Base directory for this skill: /s",
      "<task-notification>done</task-notification>",
      "Continue from where you left off.",
    ]);
  });

  it("does not make a title, but a command that makes a prompt does", async () => {
    const session = new ClaudeSession();
    session.prompt("<command-name>/clear</command-name>");
    session.prompt(
      "<command-message>review</command-message><command-name>/review</command-name><command-args>7</command-args>",
    );
    session.prompt("Review it thoroughly", { isMeta: true });
    session.reply("Fine");
    const { outline } = await read(session);
    expect(outline).toMatchObject({ title: "/review 7", turnCount: 1 });
  });

  it("may be shown by the system: texts are notices, measurements are silent, the rest is opaque", async () => {
    const items = await itemsOf((session) => {
      session.system("informational", { content: "Model changed" });
      session.system("turn_duration", { durationMs: 5 });
      session.system("local_command", { content: "<local-command-stdout>5 files</local-command-stdout>" });
      session.system("api_error", { error: { message: "overloaded" }, retryAttempt: 2 });
      session.system("brand_new", { value: 1 });
    });
    expect(items.slice(0, 3)).toEqual([
      { kind: "notice", text: "Model changed" },
      { kind: "notice", text: "5 files" },
      { kind: "notice", text: "API error: overloaded (attempt 2)" },
    ]);
    expect(items[3]).toMatchObject({ kind: "opaque", raw: { subtype: "brand_new", value: 1 } });
    expect(items).toHaveLength(4);
  });
});

describe("a prompt", () => {
  it("may hold pictures and several texts, and may have been typed while the agent worked", async () => {
    const items = await itemsOf((session) => {
      session.prompt("");
      session.line({
        type: "user",
        message: {
          content: [
            { type: "text", text: "See" },
            { type: "image", source: {} },
            { type: "text", text: "<system-reminder>x</system-reminder>" },
          ],
        },
      });
      session.attachment({ type: "queued_command", prompt: "and this", commandMode: "prompt" });
      session.attachment({ type: "queued_command", prompt: [{ type: "text", text: "and that" }] });
      session.attachment({ type: "queued_command", prompt: "forwarded", isMeta: true });
      session.attachment({ type: "queued_command", prompt: "<task-notification>x</task-notification>" });
      session.attachment({ type: "environment", snapshot: {} });
    });
    expect(items).toEqual([
      { kind: "prompt", text: "See\n[image]" },
      { kind: "prompt", text: "and this" },
      { kind: "prompt", text: "and that" },
      { kind: "notice", text: "<task-notification>x</task-notification>" },
    ]);
  });
});

describe("a name", () => {
  it("given by a person stands over one made by the agent, and the latest of its kind counts", async () => {
    const session = new ClaudeSession();
    const leaf = session.prompt("Hi");
    session.aside("summary", { summary: "Old title", leafUuid: leaf });
    session.aside("ai-title", { aiTitle: "Made up" });
    session.aside("custom-title", { customTitle: "Given" });
    session.aside("ai-title", { aiTitle: "Made up later" });
    session.aside("custom-title", { customTitle: "Given later" });
    session.aside("custom-title", { customTitle: "" });
    expect((await read(session)).outline.about.name).toBe("Given later");
  });

  it("of another session, left in this file, is not its name", async () => {
    const session = new ClaudeSession();
    session.aside("summary", { summary: "About another", leafUuid: "elsewhere" });
    session.prompt("Hi");
    expect((await read(session)).outline.about.name).toBeUndefined();
  });
});

describe("lines outside the conversation", () => {
  it("are silent when known and opaque when not", async () => {
    const items = await itemsOf((session) => {
      session.aside("queue-operation", { operation: "enqueue", content: "Hi" });
      session.aside("api-request-blob", { message: { role: "user" } });
      session.aside("file-history-snapshot", { messageId: "x", snapshot: {} });
      session.line({ type: "progress", data: {} });
      session.aside("from-the-future", { value: 1 });
      session.lines.push("[1,2]", "null");
      session.line({
        type: "assistant",
        message: {
          content: [
            { type: "new_block", x: 1 },
            { type: "redacted_thinking", data: "…" },
            { type: "thinking", thinking: "" },
          ],
        },
      });
    });
    expect(items).toMatchObject([
      { kind: "opaque", raw: { type: "from-the-future", value: 1 } },
      { kind: "opaque", raw: [1, 2] },
      { kind: "opaque", raw: null },
      { kind: "opaque", raw: { type: "new_block", x: 1 } },
    ]);
  });
});

describe("a sub-agent", () => {
  it("with a file of its own is a session that knows its parent", async () => {
    const session = new ClaudeSession("parent");
    session.prompt("Look around", { isSidechain: true, agentId: "x" });
    session.latest = null;
    const place = "parent/subagents/agent-x.jsonl";
    const { outline, items } = await read(session, place);
    expect(outline.about).toMatchObject({ thread: "parent/agent-x", subagentOf: "parent" });
    expect(items).toEqual([{ kind: "prompt", text: "Look around" }]);
    expect((await read(session, "agent-x.jsonl")).outline.about).toMatchObject({
      thread: "agent-x",
      subagentOf: "parent",
    });
  });

  it("inside its parent's file speaks in notices, and its work is work", async () => {
    const session = new ClaudeSession();
    session.prompt("Go");
    const call = session.call("t1", "Task", { prompt: "Look" });
    const aside = (parentUuid: string | null) => ({ isSidechain: true, parentUuid });
    const asked = session.prompt("Look", aside(null));
    const did = session.call("t2", "Bash", { command: "ls" }, aside(asked));
    session.result("t2", "a.txt", aside(did));
    session.reply("I saw a.txt", aside(did));
    session.result("t1", "It saw a.txt", { parentUuid: call });
    const { items, states } = await read(session);
    expect(items).toMatchObject([
      { kind: "prompt", text: "Go" },
      { kind: "tool", name: "Task", output: "It saw a.txt" },
      { kind: "notice", text: "Sub-agent was asked:\nLook" },
      { kind: "command", command: "ls", output: "a.txt" },
      { kind: "notice", text: "Sub-agent: I saw a.txt" },
    ]);
    expect(states).toEqual(["interrupted"]);
  });
});
