import { describe, expect, it } from "vitest";
import { assistant, completed, event, line, meta, read, response, user } from "./rollout.ts";

describe("prompts", () => {
  it("what the harness puts in the person's name is not a prompt", async () => {
    const harness = [
      "<environment_context>\n<cwd>/srv</cwd>",
      "# AGENTS.md instructions for /srv/proj-a\n\n<INSTRUCTIONS>",
      "<turn_aborted>\nstopped",
      "<user_instructions>x",
    ];
    const { items } = await read([line("session_meta", meta()), ...harness.map((text) => user(text)), user("real")]);
    expect(items).toEqual([{ kind: "prompt", text: "real" }]);
  });

  it("recorded provenance decides, whatever the text looks like", async () => {
    const marks = (type: string) => ({
      content_item_kinds: ["x"],
      content_item_metadata: [{ provenance: { type } }],
    });
    const { items } = await read([
      line("session_meta", meta()),
      user("<environment_context> typed by me", marks("user")),
      user("plain", marks("harness")),
    ]);
    expect(items).toEqual([{ kind: "prompt", text: "<environment_context> typed by me" }]);
  });

  const image = { mediaType: "image/png", base64: "AAAA" };

  it("of a message of several parts only what the person wrote is the prompt", async () => {
    const parts = response("message", {
      role: "user",
      content: [
        { type: "input_text", text: "<environment_context>" },
        { type: "input_text", text: "fix it" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      ],
    });
    expect((await read([line("session_meta", meta()), parts])).items).toEqual([
      { kind: "prompt", text: "fix it" },
      { kind: "attachment", what: "image", name: "[Image #1]", text: null, image },
    ]);
  });

  it("an image stands beneath its prompt, by its name", async () => {
    const path = "/srv/proj-a/shot.png";
    const parts = (tag: string) => [
      { type: "input_text", text: tag },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "high" },
      { type: "input_text", text: "</image>" },
    ];
    const tag = `<image name=[Image #1] path="${path}">`;
    const words = { type: "input_text", text: "What is in this picture?" };
    const told = completed({
      type: "UserMessage",
      id: "u1",
      content: [
        { type: "local_image", path },
        { ...words, type: "text" },
      ],
    });
    const prompt = (...content: object[]) => response("message", { role: "user", content });
    for (const lines of [[prompt(...parts(tag), words)], [prompt(...parts(tag), words), told]]) {
      const { items, outline } = await read([line("session_meta", meta()), ...lines, assistant("a")]);
      expect(items).toEqual([
        { kind: "prompt", text: words.text },
        { kind: "attachment", what: "image", name: `[Image #1] ${path}`, text: null, image },
        { kind: "reply", text: "a" },
      ]);
      expect(outline.title).toBe("What is in this picture?");
    }
    const alone = await read([line("session_meta", meta()), prompt(...parts("<image name=[Image #1]>"))]);
    expect(alone.outline.title).toBe("[image]");
    const typed = await read([line("session_meta", meta()), user("<image name=[x]>")]);
    expect(typed.outline.title).toBe("<image name=[x]>");
  });

  it("a prompt told as history and as an event is one prompt, in either order", async () => {
    const told = event("user_message", { message: "once" });
    expect((await read([line("session_meta", meta()), user("once"), told, assistant("a")])).turns).toHaveLength(1);
    expect((await read([line("session_meta", meta()), told, user("once"), assistant("a")])).turns).toHaveLength(1);
  });

  it("the same words twice are two prompts", async () => {
    const again = [
      user("again"),
      event("user_message", { message: "again" }),
      event("agent_message", { message: "ok" }),
      assistant("ok"),
    ];
    const { turns, outline } = await read([line("session_meta", meta()), ...again, ...again]);
    expect(turns.map(({ items }) => items.length)).toEqual([2, 2]);
    expect(outline.messageCount).toBe(4);
  });
});
