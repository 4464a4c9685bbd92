import { describe, expect, it } from "vitest";
import {
  clock,
  type Fields,
  insert,
  itemsOf,
  marksOf,
  open,
  prompt,
  reply,
  seen,
  session,
  text,
  tick,
  useStore,
} from "./store.ts";

useStore();

describe("a message that holds everything itself", () => {
  let seq = 0;
  const put = (type: string, value: Fields) => {
    seq += 1;
    insert("session_message", {
      id: `n${seq}`,
      session_id: "ses_1",
      type,
      seq,
      time_created: tick(),
      time_updated: clock,
      data: JSON.stringify({ time: { created: clock, completed: clock + 1 }, ...value }),
    });
  };

  it("is told in the same words", async () => {
    open();
    session();
    put("model-switched", { model: { id: "m2" } });
    put("user", { text: "go", files: [{ uri: "file:///a", mime: "text/plain", name: "a" }] });
    put("system", { text: "context" });
    put("synthetic", { text: "hint" });
    const state = {
      status: "completed",
      input: { command: "ls" },
      content: [{ type: "text", text: "a\n" }],
      structured: { exit: 0 },
    };
    put("assistant", {
      model: { id: "m2", providerID: "p" },
      finish: "stop",
      content: [
        { type: "reasoning", id: "r", text: "hm" },
        { type: "tool", id: "t", name: "bash", state, time: { created: clock } },
        { type: "text", id: "x", text: "Done." },
      ],
    });
    put("shell", { command: "pwd", output: "/srv\n" });
    put("compaction", { reason: "auto", summary: "short", recent: "said last" });
    put("agent-switched", { agent: "plan" });
    put("telepathy", { x: 1 });
    const { turns } = await seen();
    expect(turns[0]).toEqual({ number: 0, state: "completed", items: ["notice: Model: m2"] });
    expect(turns[1]).toMatchObject({
      state: "completed",
      items: [
        "prompt: go",
        "file a: null",
        "notice: Sent to the model: hint",
        "reasoning: hm",
        { kind: "command", command: "ls", output: "a\n", exitCode: 0, status: "done" },
        "reply: Done.",
        { kind: "command", command: "pwd", output: "/srv\n", exitCode: null, status: "done" },
        "notice: Context compacted.\nshort",
        "notice: Agent: plan",
        { kind: "opaque", raw: { type: "telepathy", x: 1 } },
      ],
    });
    const marks = (await marksOf()).map(({ mark }) => mark);
    expect(marks).toEqual([{ type: "compaction", summary: "short\n\nWhat was said last:\nsaid last" }]);
  });

  it.each([
    ["failed", { error: { type: "unknown", message: "no" }, finish: "error" }],
    ["interrupted", { time: { created: 1 } }],
    ["interrupted", { finish: "tool-calls" }],
  ])("leaves its turn %s by %j", async (expected, value) => {
    open();
    session();
    put("user", { text: "go" });
    put("assistant", { content: [], ...value });
    expect((await seen()).turns[0]?.state).toBe(expected);
  });

  it("is not told twice where the older tables hold it, and follows them where it is newer", async () => {
    open();
    session();
    put("user", { text: "old" });
    prompt("m1", "old");
    reply("m2", [text("Answer.")]);
    put("user", { text: "new" });
    expect((await seen()).turns.map(({ items }) => items)).toEqual([
      ["prompt: old", "reply: Answer."],
      ["prompt: new"],
    ]);
  });

  it("may still be waiting to be sent", async () => {
    open();
    session();
    put("user", { text: "go" });
    const row = { session_id: "ses_1", delivery: "queue", time_created: tick() };
    insert("session_input", {
      ...row,
      id: "i1",
      prompt: '{"text":"next"}',
      admitted_seq: 9,
      promoted_seq: null,
    });
    insert("session_input", {
      ...row,
      id: "i2",
      prompt: '{"text":"sent"}',
      admitted_seq: 8,
      promoted_seq: 3,
    });
    expect(await itemsOf()).toEqual(["prompt: go", "notice: Waiting to be sent: next"]);
  });
});
