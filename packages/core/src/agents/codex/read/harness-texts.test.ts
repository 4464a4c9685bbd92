import { describe, expect, it } from "vitest";
import { harnessSamples, ideContext } from "../../../../test/decoding/codex/harness-samples.ts";
import { assistant, completed, event, line, meta, read, user } from "../../../../test/decoding/codex/rollout.ts";

const written = {
  content_item_kinds: ["user.text"],
  content_item_metadata: [{ provenance: { type: "user" } }],
};
const wrapped = `${ideContext}\n\n## My request for Codex:\nfix the bug\n`;
const context = {
  kind: "attachment",
  what: "context",
  name: "Context from my IDE setup",
  text: ideContext,
} as const;
const shown = (text: string) => completed({ type: "UserMessage", id: "u1", content: [{ type: "text", text }] });

describe("what Codex and editors put around prompts", () => {
  it.each(harnessSamples)("%s is not a prompt", async (_what, text, attached) => {
    const { items, outline } = await read([line("session_meta", meta()), user(text), user("do it"), assistant("a")]);
    const shown = items.map((item) => (item.kind === "attachment" ? item.name : item.kind));
    expect(shown).toEqual(attached === null ? ["prompt", "reply"] : [attached, "prompt", "reply"]);
    expect(outline).toMatchObject({ title: "do it", turnCount: 1, messageCount: 2 });
  });

  const told: readonly (readonly [string, (text: string) => string[]])[] = [
    ["typed", (text) => [user(text, written)]],
    ["without provenance", (text) => [user(text)]],
    ["with its old event", (text) => [user(text), event("user_message", { message: text })]],
    ["with its event first", (text) => [event("user_message", { message: text }), user(text)]],
    ["with its event", (text) => [user(text, written), shown(text)]],
    ["by its event alone", (text) => [event("user_message", { message: text })]],
  ];

  it.each(told)("the title is what the person typed below the context of an editor: %s", async (_how, lines) => {
    const start = line("session_meta", meta());
    const { items, outline } = await read([start, ...lines(wrapped), assistant("a")]);
    expect(items).toEqual([{ kind: "prompt", text: "fix the bug" }, context, { kind: "reply", text: "a" }]);
    expect(outline).toMatchObject({ title: "fix the bug", turnCount: 1, messageCount: 2 });
    const later = await read([start, ...lines("first"), assistant("a"), ...lines(wrapped)]);
    expect(later.items.slice(2)).toEqual([{ kind: "prompt", text: "fix the bug" }, context]);
  });

  it("context of an editor without a request is an attachment, not a prompt", async () => {
    const alone = `${ideContext}\n\n## My request for Codex:\n`;
    const lines = [user(alone), event("user_message", { message: alone })];
    const { items, outline } = await read([line("session_meta", meta()), ...lines, user("do it")]);
    expect(items).toEqual([context, { kind: "prompt", text: "do it" }]);
    expect(outline).toMatchObject({ title: "do it", turnCount: 1 });
  });

  it("a person may write headings, and quote those of editors", async () => {
    for (const text of [
      "# Plan\n\nfirst this, then that",
      "Why do titles start with\n## My request for Codex:\n?",
      "<external_jira>ABC-1</external_jira> What does this tag mean?",
      "Warning: apply_patch was requested via my script. Is that bad?",
    ]) {
      const { items } = await read([line("session_meta", meta()), user(text)]);
      expect(items).toEqual([{ kind: "prompt", text }]);
    }
  });
});
