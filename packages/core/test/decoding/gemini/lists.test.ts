import { describe, expect, it } from "vitest";
import { all, begun, context, type Fields, factsOf, g1, g2, gemini, header, seen, shell, u1, u2, user } from "./log.ts";

describe("a list of all messages", () => {
  it("is silent where it repeats what was told", async () => {
    const listed = [context, u1, gemini("g1", [{ text: "First." }])];
    const resumed = [...begun, header(), all([context]), { $set: { sessionId: "c1" } }, all(listed), u2, g2];
    expect((await seen(resumed)).turns).toEqual((await seen([...begun, u2, g2])).turns);
  });

  it("says that a prompt was taken back when it ends without it", async () => {
    const { turns } = await seen([...begun, u2, all([context, u1, g1])]);
    expect(turns[1]).toEqual({
      number: 2,
      state: "interrupted",
      items: ["prompt: Two", "notice: The prompt was taken back: it was cancelled, or failed, before it was answered."],
    });
    expect(turns[0]?.state).toBe("completed");
  });

  it("takes back the first prompt too", async () => {
    const { turns } = await seen([header(), all([context], 0), u1, all([context])]);
    expect(turns).toMatchObject([
      { state: "interrupted", items: [expect.anything(), expect.stringContaining("taken back")] },
    ]);
  });

  it("tells a failure after a prompt that was taken back", async () => {
    const failure = { id: "e", type: "error", content: "Quota.", timestamp: "2026-11-15T12:00:09.000Z" };
    expect((await seen([...begun, u2, all([context, u1, g1]), failure])).turns[1]?.state).toBe("failed");
  });

  it("tells a compaction, and recognises what it kept under new ids", async () => {
    const kept = [user("n1", "Two"), gemini("n2", [{ text: "Second." }])];
    const snapshot = user("s", "<state_snapshot>short</state_snapshot>");
    const thanks = gemini("t", [{ text: "Got it. Thanks for the additional context!" }]);
    const { turns, marks } = await seen([
      ...begun,
      u2,
      g2,
      all([context, snapshot, thanks, ...kept]),
      user("u3", "Three"),
      gemini("g3", "Third."),
    ]);
    const summary = "<state_snapshot>short</state_snapshot>";
    expect(marks).toEqual([{ type: "compaction", summary, kept: { from: "u2" } }]);
    expect(turns.map(({ items }) => items)).toEqual([
      ["prompt: One", "reply: First."],
      [
        "prompt: Two",
        "reply: Second.",
        "notice: Context compacted.\n<state_snapshot>short</state_snapshot>",
        "notice: 2 earlier messages are no longer part of what the model gets.",
      ],
      ["prompt: Three", "reply: Third."],
    ]);
    const again = all([context, snapshot, thanks, ...kept, user("u3", "Three")]);
    expect(
      (await seen([...begun, u2, g2, all([context, snapshot, thanks, ...kept]), user("u3", "Three"), again])).turns[2]
        ?.items,
    ).toEqual(["prompt: Three"]);
  });

  it("tells a compaction that keeps nothing, and one that keeps what begins with a call", async () => {
    const snapshot = user("s", "<state_snapshot>short</state_snapshot>");
    const called = gemini("g2", "", { toolCalls: [shell("c1", "Output: a")] });
    const from = (kept: readonly Fields[]) =>
      seen([...begun, u2, called, all([context, snapshot, ...kept]), user("u3", "Three")]);
    expect((await from([])).marks).toMatchObject([{ type: "compaction" }]);
    expect((await from([])).marks).not.toMatchObject([{ kept: {} }]);
    expect((await from([called])).marks).toMatchObject([{ kept: { from: "c1" } }]);
  });

  it("puts what was never said here into turn 0", async () => {
    const { turns } = await seen([
      header(),
      all([context, u1, gemini("g1", "First.", { toolCalls: [shell("c1", "Output: a")] })]),
      u2,
      g2,
    ]);
    expect(turns.map(({ number, items }) => [number, items.length])).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it("notes what is put into a conversation that has begun", async () => {
    const { turns } = await seen([
      ...begun,
      all([context, u1, g1, user("x", "Old prompt"), gemini("y", "Old reply")]),
      u2,
    ]);
    expect(turns[0]?.items.slice(2)).toEqual([
      "notice: Put into the history (prompt): Old prompt",
      "notice: Put into the history (reply): Old reply",
    ]);
  });

  it("gives each message of a list a place of its own", async () => {
    const records = [header(), all([context, u1, g1])];
    const offsets = (await factsOf(records)).flatMap((fact) => (fact.type === "item" ? [fact.origin.byteOffset] : []));
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    expect(offsets).toEqual([text.indexOf('{"id":"u1"'), text.indexOf('{"id":"g1"')]);
  });
});
