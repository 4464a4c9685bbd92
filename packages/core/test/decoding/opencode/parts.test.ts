import { describe, expect, it } from "vitest";
import { itemsOf, marksOf, message, open, prompt, reply, seen, session, text, useStore } from "./store.ts";

useStore();

describe("other parts", () => {
  it("are silent, noted or kept as they are", async () => {
    open();
    session();
    const png = `data:image/png;base64,${"A".repeat(4096)}`;
    message("m1", { role: "user" }, [
      text("look"),
      { type: "file", mime: "image/png", filename: "a.png", url: png },
      text("contents", { synthetic: true }),
      { type: "agent", name: "general" },
    ]);
    reply("m2", [
      { type: "snapshot", snapshot: "x" },
      { type: "patch", hash: "x", files: [] },
      { type: "retry", attempt: 2, error: { name: "APIError", data: { message: "busy" } } },
      text(""),
      { type: "hologram", x: 1 },
      text("ok"),
    ]);
    expect(await itemsOf()).toEqual([
      "prompt: look",
      "image a.png: null",
      "context sent to the model: contents",
      "notice: Attempt 2 failed and is repeated: APIError: busy",
      { kind: "opaque", raw: { type: "hologram", x: 1 } },
      "reply: ok",
    ]);
  });

  it("of a prompt without a text are the prompt", async () => {
    open();
    session();
    message("m1", { role: "user" }, [{ type: "file", mime: "text/plain", url: "file:///p/a.txt" }]);
    message("m2", { role: "user" }, [
      { type: "subtask", prompt: "count", description: "d", agent: "general", command: "count" },
    ]);
    expect((await seen()).turns.map(({ items }) => items)).toEqual([
      ["prompt: [file: file:///p/a.txt (text/plain)]", "file file:///p/a.txt: null"],
      ["prompt: /count @general count"],
    ]);
  });

  it("of a compaction are notices within the turn", async () => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [text("One.")], { finish: "tool-calls" });
    message("m3", { role: "user" }, [{ type: "compaction", auto: true }]);
    reply("m4", [text("Summary.")], { summary: true });
    message("m5", { role: "user" }, [text("Continue", { synthetic: true })]);
    reply("m6", [text("Two.")]);
    expect((await seen()).turns).toEqual([
      {
        number: 1,
        state: "completed",
        items: [
          "prompt: go",
          "reply: One.",
          "notice: The conversation grew too long: it is compacted.",
          "notice: Context compacted.\nSummary.",
          "context sent to the model: Continue",
          "reply: Two.",
        ],
      },
    ]);
    expect(await marksOf()).toEqual([{ id: "m4-p0", mark: { type: "compaction", summary: "Summary." } }]);
  });

  it("of a compaction that keeps something name the first thing that is kept", async () => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [{ type: "step-start" }, text(""), text("One.")], { finish: "tool-calls" });
    message("m3", { role: "user" }, [{ type: "compaction", auto: true, tail_start_id: "m2" }]);
    reply("m4", [text("Summary.")], { summary: true });
    const mark = { type: "compaction", summary: "Summary.", kept: { from: "m2-p2" } };
    expect(await marksOf()).toEqual([{ id: "m4-p0", mark }]);
  });

  it("that were undone are shown, and said to be", async () => {
    open();
    session("ses_1", { revert: JSON.stringify({ messageID: "m3" }) });
    prompt("m1", "one");
    reply("m2", [text("First.")]);
    prompt("m3", "two");
    expect((await seen()).turns[1]?.items).toEqual([
      "notice: Undone from here on: what follows is removed when the next prompt is sent.",
      "prompt: two",
    ]);
    expect(await marksOf()).toEqual([{ id: "m3#undone", mark: { type: "rewind", from: "m3#undone" } }]);
  });
});
