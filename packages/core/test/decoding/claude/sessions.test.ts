import { describe, expect, it } from "vitest";
import { ClaudeSession } from "./claude-session.ts";
import { itemsOf, read } from "./session.ts";

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

  it("has the words of the person as title, and what their editor sent with them as attachments", async () => {
    const opened = "<ide_opened_file>The user opened a.ts in the IDE.</ide_opened_file>";
    const attached = {
      kind: "attachment",
      what: "context",
      name: "ide opened file",
      text: "The user opened a.ts in the IDE.",
    };
    const blocks = [
      { type: "text", text: opened },
      { type: "text", text: "What does this do?" },
    ];
    for (const content of [blocks, `${opened}\nWhat does this do?`]) {
      const session = new ClaudeSession();
      session.prompt("", { message: { role: "user", content } });
      session.reply("It adds.");
      session.prompt(opened);
      const { items, states, outline } = await read(session);
      expect(items).toEqual([
        { kind: "prompt", text: "What does this do?" },
        attached,
        { kind: "reply", text: "It adds." },
        attached,
      ]);
      expect(states).toEqual(["completed"]);
      expect(outline).toMatchObject({ title: "What does this do?", turnCount: 1, messageCount: 2 });
    }
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
      { kind: "prompt", text: "See" },
      { kind: "attachment", what: "image", name: "[Image #1]", text: null },
      { kind: "prompt", text: "and this" },
      { kind: "prompt", text: "and that" },
      { kind: "attachment", what: "context", name: "forwarded", text: "forwarded" },
      {
        kind: "attachment",
        what: "result",
        name: "background task",
        text: "<task-notification>x</task-notification>",
      },
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
