import { describe, expect, it } from "vitest";
import { all, answer, context, factsOf, gemini, header, seen, shell, textOfRecords, time, user } from "./log.ts";

describe("a log of Gemini CLI", () => {
  it("tells prompts, thoughts, replies and what is known about the session", async () => {
    const thoughts = [
      { subject: "Greeting", description: "Be kind." },
      { subject: "", description: "And short." },
    ];
    const tokens = { total: 12 };
    const records = [
      header(),
      all([context], 0),
      user("u1", "Say hello"),
      gemini("g1", "Hello.", { thoughts, tokens }),
    ];
    const { about, title, turns } = await seen(records);
    expect(turns).toEqual([
      {
        number: 1,
        state: "completed",
        items: ["prompt: Say hello", "reasoning: **Greeting** Be kind.", "reasoning: And short.", "reply: Hello."],
      },
    ]);
    expect(title).toBe("Say hello");
    expect(about).toMatchObject({
      thread: "c1",
      createdAt: time(0),
      updatedAt: time(2),
      model: "gemini-2.5-flash",
      tokens: 12,
    });
  });

  it("shows a line of another program, which names the session and is no header, as it is", async () => {
    const foreign = { sessionId: "c1", type: "user", message: "hi", timestamp: time(1) };
    const lines = [header(), foreign, { ...foreign, role: "model" }];
    const { turns } = await seen(lines);
    expect(turns.flatMap(({ items }) => items)).toMatchObject([{ kind: "opaque" }, { kind: "opaque" }]);
    const damage = (await factsOf(lines)).flatMap((fact) => (fact.type === "damage" ? fact.damage.kind : []));
    expect(damage).toEqual(["bad-shape", "bad-shape"]);
  });

  it("counts tokens without a total", async () => {
    const tokens = { input: 9184, output: 26, cached: 0 };
    const { about } = await seen([header(), user("u1", "go"), gemini("g1", "Yes.", { tokens })]);
    expect(about.tokens).toBe(9210);
  });

  it("shows what the person wrote, and what was sent in its place", async () => {
    const prompt = user("u1", "@a.txt\n--- Content ---\none", { displayContent: [{ text: "@a.txt" }] });
    const { turns } = await seen([header(), prompt]);
    expect(turns[0]?.items).toEqual(["prompt: @a.txt", "context sent for this prompt: @a.txt\n--- Content ---\none"]);
  });

  it("takes neither context nor hooks nor empty messages for prompts", async () => {
    const records = [header(), context, user("h", "<hook_context>x</hook_context>"), user("e", "")];
    expect((await seen(records)).turns).toEqual([{ number: 0, state: "completed", items: ["context hook: x"] }]);
  });

  it("puts what is not text beneath the prompt", async () => {
    const content = [{ text: "Look: " }, { inlineData: { mimeType: "image/png", data: "A".repeat(4096) } }];
    const { turns } = await seen([header(), { ...user("u1", ""), content }]);
    expect(turns[0]?.items).toEqual(["prompt: Look: ", "image [Image #1]: null"]);
  });

  it("keeps the programme's own notes, and an error ends a turn that waits", async () => {
    const note = (id: string, type: string, content: string) => ({ id, timestamp: time(3), type, content });
    const records = [
      header(),
      user("u1", "Go"),
      note("i", "info", "Update available."),
      note("w", "warning", "Slow."),
      note("e", "error", "Quota."),
    ];
    expect((await seen(records)).turns).toEqual([
      {
        number: 1,
        state: "failed",
        items: ["prompt: Go", "notice: Update available.", "notice: Warning: Slow.", "notice: Error: Quota."],
      },
    ]);
    const answered = [header(), user("u1", "Go"), gemini("g1", "Done."), note("e", "error", "Unknown command.")];
    expect((await seen(answered)).turns[0]?.state).toBe("completed");
  });

  it("adds a tool call to the message that is written again with it", async () => {
    const records = [
      header(),
      user("u1", "List"),
      gemini("g1", "I look."),
      gemini("g1", "I look.", { toolCalls: [shell("c1", "Output: a")] }),
      answer("r1", "c1", { output: "Output: a" }),
      gemini("g2", "One file."),
    ];
    expect((await seen(records)).turns).toEqual([
      {
        number: 1,
        state: "completed",
        items: [
          "prompt: List",
          "reply: I look.",
          { kind: "command", command: "ls", output: "a", exitCode: 0, status: "done" },
          "reply: One file.",
        ],
      },
    ]);
  });

  it("is interrupted where a tool ran and nothing followed", async () => {
    const records = [header(), user("u1", "List"), gemini("g1", "", { toolCalls: [shell("c1", "Output: a")] })];
    expect((await seen(records)).turns[0]?.state).toBe("interrupted");
  });

  it("tells an answer whose call was lost", async () => {
    const records = [header(), user("u1", "List"), answer("r1", "c1", { error: "no such tool" }, "odd_tool")];
    expect((await seen(records)).turns[0]?.items[1]).toEqual({
      kind: "tool",
      name: "odd_tool",
      input: null,
      output: "no such tool",
      status: "failed",
    });
  });

  it("completes a call that only the history holds by its answer", async () => {
    const asked = { functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls -l" } } };
    const open = [header(), user("u1", "List"), gemini("g1", [{ text: "I look." }, asked])];
    const call = { kind: "command", command: "ls -l", output: null, exitCode: null, status: "open" };
    expect((await seen(open)).turns[0]?.items[2]).toEqual(call);
    const { turns } = await seen([...open, answer("r1", "c1", { output: "Output: b\nExit Code: 2" })]);
    expect(turns[0]?.items[2]).toEqual({ ...call, output: "b", exitCode: 2, status: "failed" });
    expect(turns[0]?.items).toHaveLength(3);
  });

  it("keeps the first outcome of a call when a later list tells less of it", async () => {
    const done = gemini("g1", "I look.", { toolCalls: [shell("c1", "Output: all of it")] });
    const masked = gemini("g1", [{ text: "I look." }], { toolCalls: [shell("c1", "<tool_output_masked>")] });
    const { turns } = await seen([header(), user("u1", "List"), done, all([user("u1", "List"), masked])]);
    expect(turns[0]?.items).toHaveLength(3);
    expect(turns[0]?.items[2]).toMatchObject({ output: "all of it" });
  });

  it("replaces the text of the latest message, and says what it was", async () => {
    const grown = [header(), user("u1", "Go"), gemini("g1", "One"), gemini("g1", "One and two")];
    expect((await seen(grown)).turns[0]?.items).toEqual(["prompt: Go", "reply: One and two"]);
    const other = [header(), user("u1", "Go"), gemini("g1", "One"), gemini("g1", "Two")];
    expect((await seen(other)).turns[0]?.items).toEqual([
      "prompt: Go",
      "reply: Two",
      "notice: The message above was replaced. It read before: One",
    ]);
  });

  it.each([
    ["blanks around it", "One.", " One.\n\n"],
    ["a joined emoji", "Hi \u{1F468}\u{1F469}", "Hi \u{1F468}\u200D\u{1F469}"],
    ["comments", "a  b", "a <!-- x --> b<!-- y -->"],
    ["a comment within a comment", "a  b", "a <!-<!-- y -->- x --> b"],
  ])("a reply that a resume lists with %s was not replaced", async (_, recorded, raw) => {
    const listed = all([user("u1", "Go"), gemini("g1", [{ text: raw }])]);
    const start = [header(), user("u1", "Go"), gemini("g1", recorded)];
    const rest = [user("u2", "On"), gemini("g2", "Two")];
    const { turns } = await seen([...start, ...rest]);
    expect((await seen([...start, listed, ...rest])).turns).toEqual(turns);
  });

  it("leaves an earlier message as it was said and tells its new text", async () => {
    const records = [
      header(),
      user("u1", "Go"),
      gemini("g1", "One"),
      user("u2", "On"),
      gemini("g2", "Two"),
      all([user("u1", "Go"), gemini("g1", "Uno"), user("u2", "On"), gemini("g2", "Two")]),
    ];
    const { turns } = await seen(records);
    expect(turns[0]?.items).toEqual(["prompt: Go", "reply: One"]);
    expect(turns[1]?.items).toEqual([
      "prompt: On",
      "reply: Two",
      "notice: A message further up was replaced. It reads now: Uno",
    ]);
    expect(await seen([...records, records.at(-1)])).toEqual(await seen(records));
  });

  it("makes an unknown record opaque and says where the header is missing", async () => {
    const odd = { id: "x", type: "telepathy", content: "?" };
    const facts = await factsOf([user("u1", "Go"), odd, { strange: 1 }, [1], { $set: { memoryScratchpad: { a: 1 } } }]);
    const kept = facts.flatMap((fact) => (fact.type === "item" && fact.item.kind === "opaque" ? [fact.item.raw] : []));
    expect(kept).toEqual([odd, { strange: 1 }, [1], { $set: { memoryScratchpad: { a: 1 } } }]);
    expect(facts.flatMap((fact) => (fact.type === "damage" ? [fact.damage.kind] : []))).toEqual(["bad-header"]);
  });

  it("names a session by its summary", async () => {
    const { about } = await seen([header(), user("u1", "Go"), { $set: { summary: "Go \n somewhere" } }]);
    expect(about.name).toBe("Go somewhere");
  });

  it("reads a sub-agent's chat as that of its session, ended by its result", async () => {
    const path = "/home/dev/.gemini/tmp/proj-a/chats/parent-1/child-1.jsonl";
    const records = [
      header({ sessionId: "child-1", kind: "subagent" }),
      user("u1", "Count"),
      gemini("g1", "", { toolCalls: [shell("c1", "Output: 1")] }),
      { $set: { summary: "One." } },
    ];
    const { about, turns } = await seen(records, path);
    expect(about).toMatchObject({ thread: "child-1", subagentOf: "parent-1" });
    expect(about.name).toBeUndefined();
    expect(turns[0]).toMatchObject({ state: "completed" });
    expect(turns[0]?.items.at(-1)).toBe("notice: Result: One.");
  });

  it("says the same for an outline, without the texts", async () => {
    const long = "x".repeat(5000);
    const records = [
      header(),
      user("u1", long),
      gemini("g1", long, { thoughts: [{ description: long }], toolCalls: [shell("c1", long)] }),
    ];
    const facts = await factsOf(records, { depth: "outline" });
    expect(JSON.stringify(facts).length).toBeLessThan(5000);
    expect(textOfRecords(records).length).toBeGreaterThan(15_000);
  });
});
