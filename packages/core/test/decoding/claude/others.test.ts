import { itemMarkdown } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { searchTexts } from "../../../src/catalog/text/item-text.ts";
import { ClaudeSession } from "./claude-session.ts";
import { itemsOf, read } from "./session.ts";

describe("what nobody typed", () => {
  it("is a notice or an attachment: a summary, a caveat's command, a notification, an expanded command", async () => {
    const items = await itemsOf((session) => {
      session.prompt("go");
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
    const [notice, attachment] = ["notice", "attachment"];
    expect(items.map(({ kind }) => kind)).toEqual([
      "prompt",
      ...[notice, notice, notice, attachment, attachment, notice],
    ]);
    expect(items.map((item) => ("text" in item ? item.text : ""))).toEqual([
      "go",
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

describe("messages in another shape than Claude Code writes", () => {
  it("are shown as they are, and counted as damage", async () => {
    const session = new ClaudeSession();
    for (const message of ["a text", { role: "user", content: 5 }, undefined, { role: "user", parts: [] }])
      session.line({ type: "user", message });
    session.line({ type: "assistant", message: { role: "assistant", content: null } });
    const { items, damage, outline } = await read(session);
    expect(items.map(({ kind }) => kind)).toEqual(Array(5).fill("opaque"));
    expect(damage.map(({ kind, line }) => [kind, line])).toEqual([1, 2, 3, 4, 5].map((line) => ["bad-shape", line]));
    expect(outline.damageCount).toBe(5);
  });

  it("have no time if it is a number", async () => {
    const session = new ClaudeSession();
    session.prompt("go", { timestamp: 1_769_932_802 });
    expect((await read(session)).turns[0]?.items[0]?.at).toBeNull();
  });
});

describe("lines outside the conversation", () => {
  it("name a pull request once, which search finds and Markdown shows", async () => {
    const opened = { prNumber: 12, prUrl: "https://git.example/acme/widgets/pull/12", prRepository: "acme/widgets" };
    const [prompt, link, reply, ...more] = await itemsOf((session) => {
      session.aside("pr-link", opened);
      session.prompt("open a pull request");
      session.aside("pr-link", opened);
      session.reply("done");
      session.aside("pr-link", { ...opened, prUrl: 12 });
    });
    expect(prompt).toMatchObject({ kind: "prompt" });
    expect(link).toEqual({ kind: "link", name: "acme/widgets#12", address: opened.prUrl });
    expect(reply).toMatchObject({ kind: "reply" });
    expect(more).toMatchObject([{ kind: "opaque" }]);
    if (!link) return;
    expect([...searchTexts(link)].map(({ text }) => text)).toEqual(["acme/widgets#12", opened.prUrl]);
    expect(itemMarkdown(link)).toBe(`### Pull request \`acme/widgets#12\`\n\n\`\`\`text\n${opened.prUrl}\n\`\`\`\n`);
  });

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
