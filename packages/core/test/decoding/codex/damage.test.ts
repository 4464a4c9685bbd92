import { describe, expect, it } from "vitest";
import { assistant, completed, countFrom, event, line, meta, numbered, path, read, response, user } from "./rollout.ts";

describe("what is not known", () => {
  it("unknown lines, events and items are kept as they are", async () => {
    const { items } = await read([
      line("session_meta", meta()),
      line("brand_new", { a: 1 }),
      event("brand_new_event", { b: 2 }),
      response("brand_new_item", { c: 3 }),
      completed({ type: "BrandNew", id: "n1" }),
    ]);
    expect(items.map(({ kind }) => kind)).toEqual(["opaque", "opaque", "opaque", "opaque"]);
  });

  it("a message without a text where one belongs is shown as it is, and counted as damage", async () => {
    const said = (role: string, content: unknown) => response("message", { role, content });
    const lines = [
      said("user", [{ type: "input_text", text: 5 }]),
      said("assistant", null),
      said("assistant", [{ type: "output_text" }]),
      said("function", "made it"),
    ];
    const { items, damage, outline } = await read([line("session_meta", meta()), ...lines]);
    expect(items.map(({ kind }) => kind)).toEqual(["opaque", "opaque", "opaque", "attachment"]);
    expect(damage.map(({ kind, line }) => [kind, line])).toEqual([
      ["bad-shape", 2],
      ["bad-shape", 3],
      ["bad-shape", 4],
    ]);
    expect(outline).toMatchObject({ damageCount: 3, messageCount: 0 });
  });

  it("a time that is a number is none", async () => {
    const seconds = user("go").replace(/"timestamp":"[^"]*"/, '"timestamp":1737100000.5');
    const { turns, outline } = await read([line("session_meta", meta({ timestamp: 1737100000 })), seconds]);
    expect(turns[0]?.items[0]?.at).toBeNull();
    expect(outline.about.createdAt).toBeUndefined();
  });

  it("the first message to a sub-agent is its task, later ones are notices", async () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: "01a1e0b5-021f-7ab0-a082-5e0c3412cbb9" } } };
    const from = (text: string) =>
      response("agent_message", { author: "/root", content: [{ type: "input_text", text }] });
    const { items, outline } = await read([line("session_meta", meta({ source })), from("look around"), from("hurry")]);
    expect(items).toEqual([
      { kind: "prompt", text: "look around" },
      { kind: "notice", text: "From /root: hurry" },
    ]);
    expect(outline.title).toBe("look around");
    expect((await read([line("session_meta", meta()), from("done")])).items[0]?.kind).toBe("notice");
  });

  it("a summary that was written to compact is told once", async () => {
    const summary = line(
      "response_item",
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "SUMMARY" }] },
      { metadata: { compaction_output: true } },
    );
    const { items } = await read([
      line("session_meta", meta()),
      user("go"),
      summary,
      line("compacted", { message: "SUMMARY" }),
      completed({ type: "ContextCompaction", id: "x" }),
    ]);
    const mark = { type: "compaction", summary: "SUMMARY" };
    expect(items.slice(1)).toEqual([{ kind: "notice", text: "Context compacted.\nSUMMARY", mark }]);
  });

  it("a compaction has the prompts that were kept, as the model gets them, without the harness and the summary", async () => {
    const said = (text: string, type = "message") => ({
      type,
      role: "user",
      content: [{ type: "input_text", text }],
    });
    const { items } = await read([
      line("session_meta", meta()),
      user("go"),
      line("compacted", {
        message: "SUMMARY",
        replacement_history: [
          said("go"),
          said("<environment_context>here</environment_context>"),
          { type: "message", role: "assistant", content: [{ type: "output_text", text: "no" }] },
          said("and on"),
          said("SUMMARY"),
        ],
      }),
    ]);
    expect(items.at(-1)).toMatchObject({ mark: { summary: "SUMMARY", kept: { prompts: ["go", "and on"] } } });
  });

  it("a compaction that only the vendor can read is marked without a summary", async () => {
    const { items } = await read([
      line("session_meta", meta()),
      user("go"),
      line("compacted", {
        message: "",
        replacement_history: [{ type: "compaction", encrypted_content: "ENC" }],
      }),
      event("context_compacted"),
    ]);
    const mark = { type: "compaction", summary: null };
    expect(items.slice(1)).toEqual([{ kind: "notice", text: "Context compacted.", mark }]);
  });

  it("turns that were taken back are marked by their number", async () => {
    const { items } = await read([
      line("session_meta", meta()),
      user("one"),
      assistant("first"),
      event("thread_rolled_back", { num_turns: 1 }),
      event("thread_rolled_back", { num_turns: "many" }),
    ]);
    expect(items.slice(2)).toEqual([
      {
        kind: "notice",
        text: "The last 1 turn(s) were taken back.",
        mark: { type: "rewind", turns: 1 },
      },
      { kind: "notice", text: "The last many turn(s) were taken back." },
    ]);
  });
});

describe("damage", () => {
  it("is located by line and byte, and the rest is kept", async () => {
    const first = line("session_meta", meta());
    const { damage, items } = await read([first, "garbage", user("kept")]);
    expect(damage).toEqual([
      { file: path, line: 2, byteOffset: first.length + 1, kind: "not-json", detail: expect.any(String) },
    ]);
    expect(items).toEqual([{ kind: "prompt", text: "kept" }]);
  });

  it("numbers that repeat or are missing are told, and nothing is left out", async () => {
    countFrom(0);
    const lines = [numbered("session_meta", meta()), numbered("event_msg", { type: "task_started", turn_id: "t1" })];
    countFrom(1);
    lines.push(
      numbered("response_item", {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "kept" }],
      }),
    );
    countFrom(9);
    lines.push(numbered("event_msg", { type: "task_complete", turn_id: "t1" }));
    const { damage, items } = await read(lines);
    expect(damage.map(({ kind, line: at }) => [kind, at])).toEqual([
      ["ordinal-repeated", 3],
      ["ordinal-missing", 4],
    ]);
    expect(items).toEqual([{ kind: "prompt", text: "kept" }]);
  });

  it("a first line that says nothing of the session, an empty file, CR LF", async () => {
    expect((await read([user("hi")])).damage.map(({ kind }) => kind)).toEqual(["bad-header"]);
    expect((await read([])).damage.map(({ kind }) => kind)).toEqual(["empty-file"]);
    expect(
      (await read([`${line("session_meta", meta())}\r`, `${user("hi")}\r`])).damage.map(({ kind }) => kind),
    ).toEqual(["crlf"]);
  });

  it("a file that continues one that is not there says so, and shows its own part", async () => {
    const based = meta({
      history_base: { thread_id: "gone", end_ordinal_exclusive: 3, end_byte_offset: 100 },
    });
    const { damage, items } = await read([line("session_meta", based), user("mine")]);
    expect(damage.map(({ kind }) => kind)).toEqual(["missing-base"]);
    expect(items).toEqual([{ kind: "prompt", text: "mine" }]);
  });
});
