import { describe, expect, it } from "vitest";
import { itemsOf, located, open, prompt, reply, seen, session, stop, text, tool, useStore } from "./store.ts";

useStore();

describe("an OpenCode session", () => {
  it("tells prompts, reasoning and replies, turn by turn", async () => {
    open();
    session("ses_1", {
      title: "Greetings",
      model: '{"id":"m1","providerID":"p1"}',
      tokens_input: 5,
      tokens_output: 2,
    });
    prompt("m1", "hello");
    reply("m2", [{ type: "step-start" }, { type: "reasoning", text: "kind" }, text("Hello."), stop]);
    prompt("m3", "bye");
    reply("m4", [text("Bye.")]);
    const { about, turns } = await seen();
    expect(turns).toEqual([
      { number: 1, state: "completed", items: ["prompt: hello", "reasoning: kind", "reply: Hello."] },
      { number: 2, state: "completed", items: ["prompt: bye", "reply: Bye."] },
    ]);
    expect(about).toMatchObject({
      thread: "ses_1",
      name: "Greetings",
      workspace: "/srv/a",
      cwd: "/srv/a",
      model: "m",
      provider: "p",
      agentVersion: "1.18.33",
      tokens: 7,
    });
  });

  it.each([
    "New session - 2026-11-15T21:40:14.776Z",
    "Child session - 2026-11-15T21:40:14.776Z",
    "New session - 2026-11-15T21:40:14.776Z (fork #1)",
    "",
  ])("called %j has no name", async (title) => {
    open();
    session("ses_1", { title });
    expect((await seen()).about.name).toBeUndefined();
  });

  it("made by `run` says so; its sub-sessions belong to it; an archived one is archived", async () => {
    open();
    const permission = JSON.stringify(
      ["question", "plan_enter", "plan_exit"].map((name) => ({
        permission: name,
        pattern: "*",
        action: "deny",
      })),
    );
    session("ses_1", { permission });
    session("ses_2", { parent_id: "ses_1", time_archived: 5 });
    expect((await seen("ses_1")).about.source).toBe("run");
    expect((await seen("ses_2")).about.subagentOf).toBe("ses_1");
    expect(located().map(({ thread, archived }) => [thread, archived])).toEqual([
      ["ses_1", false],
      ["ses_2", true],
    ]);
  });

  it.each([
    ['"Say hello"', "Say hello"],
    ['"Say \\"hello\\" now"', 'Say "hello" now'],
    ['"hello"', '"hello"'],
    ['"one two" "three four"', '"one two" "three four"'],
    ['say "hello you"', 'say "hello you"'],
    ['"', '"'],
    ["\nhello", "hello"],
    ['\n"Say hello"', "Say hello"],
    ["\n\nhello", "\nhello"],
  ])("takes off %j what `run` adds, quotes only where they are exact", async (stored, expected) => {
    open();
    session();
    prompt("m1", stored);
    expect(await itemsOf()).toEqual([`prompt: ${expected}`]);
  });
});

describe("how a turn ended", () => {
  const error = (name: string) => ({ error: { name, data: { message: "because" } } });
  it.each([
    ["completed", {}],
    ["failed", error("APIError")],
    ["interrupted", error("MessageAbortedError")],
    ["interrupted", { finish: "tool-calls" }],
    ["interrupted", { time: { created: 1 }, finish: undefined }],
    ["completed", { finish: undefined }],
    ["completed", { finish: "length" }],
  ])("is %s by %j", async (state, more) => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [text("Going.")], more);
    const { turns } = await seen();
    expect(turns[0]?.state).toBe(state);
    if ("error" in more) expect(turns[0]?.items.at(-1)).toMatch(/^notice: (APIError|MessageAbortedError): because$/);
  });

  it("is open without any answer, and after a tool that nothing followed", async () => {
    open();
    session();
    prompt("m1", "go");
    expect((await seen()).turns[0]?.state).toBe("interrupted");
    reply("m2", [tool("read", {})], { finish: undefined });
    expect((await seen()).turns[0]?.state).toBe("interrupted");
  });

  it("is told by the last message of several", async () => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [tool("read", {})], { finish: "tool-calls" });
    reply("m3", [text("Done.")]);
    expect((await seen()).turns.map(({ state }) => state)).toEqual(["completed"]);
  });
});
