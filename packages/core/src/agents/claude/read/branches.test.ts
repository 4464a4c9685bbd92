import type { Turn } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../../test/decoding/claude/claude-session.ts";
import { claudeSource } from "../source.ts";

const home = "/home/dev/.claude";

async function read(session: ClaudeSession) {
  const path = `${home}/projects/-srv-proj-a/${session.thread}.jsonl`;
  const host = memoryHost({ [path]: session.text() });
  const [rollout] = claudeSource.locate(home, host).rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, claudeSource, host);
  expect(reading.peeked).toEqual(reading.outline);
  const texts = reading.turns.map(({ items }) => items.map((item) => ("text" in item ? item.text : item.kind)));
  return { ...reading, texts };
}

function marksOf(turns: readonly Turn[]) {
  return turns
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === "notice" && item.mark ? [item.mark] : []));
}

describe("branches", () => {
  it("are all shown, in the order written, with a notice where one was left", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    const fork = session.reply("first");
    session.prompt("two");
    session.reply("second");
    session.prompt("two, differently", { parentUuid: fork });
    session.reply("another second");
    const { texts, outline } = await read(session);
    expect(texts).toEqual([
      ["one", "first"],
      ["two", "second"],
      [
        "two, differently",
        "Another branch: here the conversation continues from line 2. A branch of 2 messages (lines 3 to 4) was left.",
        "another second",
      ],
    ]);
    expect(outline.lastTurn?.number).toBe(3);
  });

  it("are marked with the last item that stays, be it a reply, a call or a prompt", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.call("t1", "Bash", { command: "a" }, { messageId: "m1" });
    session.result("t1", "A");
    const silent = session.system("turn_duration");
    session.reply("left");
    session.prompt("from the call", { parentUuid: silent });
    const { turns } = await read(session);
    expect(marksOf(turns)).toEqual([{ type: "rewind", after: "t1" }]);
    const again = new ClaudeSession();
    const first = again.prompt("one");
    again.reply("left");
    again.reply("from the prompt", { parentUuid: first });
    expect(marksOf((await read(again)).turns)).toEqual([{ type: "rewind", after: first }]);
  });

  it("are marked the same by whoever reads only the last turn, whatever the ids look like", async () => {
    const session = new ClaudeSession();
    const odd = session.prompt("one", { uuid: 'an id\nwith "signs" !' });
    session.reply("left");
    session.prompt("another", { parentUuid: odd });
    const path = `${home}/projects/-srv-proj-a/${session.thread}.jsonl`;
    const host = memoryHost({ [path]: session.text() });
    const [rollout] = claudeSource.locate(home, host).rollouts;
    if (!rollout) throw new Error("not located");
    const pieces = [];
    const from = { byteOffset: Buffer.byteLength(`${session.lines.slice(0, 2).join("\n")}\n`), line: 3 };
    const toByte = from.byteOffset;
    let state = "";
    for await (const { position } of claudeSource.decode(rollout, host, { depth: "full", toByte }))
      state = position.state;
    for (const known of [state, ""])
      for await (const { facts } of claudeSource.decode(rollout, host, {
        depth: "full",
        from: { ...from, state: known },
      }))
        pieces.push(facts.flatMap((fact) => (fact.type === "item" && "mark" in fact.item ? fact.item.mark : [])));
    expect(pieces).toEqual([[{ type: "rewind", after: odd }], [{ type: "rewind", after: odd }]]);
  });

  it("may begin anew", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.prompt("again", { parentUuid: null });
    const { texts, turns } = await read(session);
    expect(texts[1]).toEqual([
      "again",
      "Another branch: here the conversation starts over. A branch of 1 message (line 1) was left.",
    ]);
    expect(marksOf(turns)).toEqual([{ type: "rewind", from: turns[0]?.items[0]?.id }]);
  });

  it("are not made by tools that ran side by side", async () => {
    const session = new ClaudeSession();
    session.prompt("go");
    const first = session.call("t1", "Bash", { command: "a" }, { messageId: "m1" });
    const second = session.call("t2", "Bash", { command: "b" }, { messageId: "m1" });
    session.result("t1", "A", { parentUuid: first });
    session.result("t2", "B", { parentUuid: second });
    session.reply("done", { messageId: "m2" });
    const { texts, outline } = await read(session);
    expect(texts).toEqual([["go", "command", "command", "done"]]);
    expect(outline.damageCount).toBe(0);
  });

  it.each(["list", "segment"])(
    "may be kept by a compaction, at the end or at the beginning: told by a %s",
    async (form) => {
      const session = new ClaudeSession();
      const first = session.prompt("one");
      session.call("toolu_1", "Bash", { command: "make" }, { messageId: "m1" });
      const answer = session.result("toolu_1", "made");
      const head = session.reply("first", { messageId: "m2" });
      const last = session.prompt("two");
      const metadata = (uuids: string[], anchorUuid: string) =>
        form === "list"
          ? { preservedMessages: { anchorUuid, uuids } }
          : { preservedSegment: { anchorUuid, headUuid: uuids[0], tailUuid: uuids.at(-1) } };
      const compactMetadata = metadata([head, last], "the summary");
      session.system("compact_boundary", { parentUuid: null, compactMetadata });
      session.prompt("Summary", { isCompactSummary: true });
      const itself = "aaaaaaaa-aaaa-4aaa-8aaa-000000000008";
      const beginning = metadata([first, answer], itself);
      expect(session.system("compact_boundary", { parentUuid: null, compactMetadata: beginning })).toBe(itself);
      session.prompt("Another", { isCompactSummary: true });
      const { turns } = await read(session);
      expect(marksOf(turns)).toEqual([
        { type: "compaction", summary: "Summary", kept: { after: "toolu_1" } },
        { type: "compaction", summary: "Another", kept: { upTo: "toolu_1" } },
      ]);
    },
  );

  it("are not made by a compaction, which begins the chain anew", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.reply("first");
    session.system("compact_boundary", { parentUuid: null, logicalParentUuid: "from another file" });
    session.prompt("Summary", { isCompactSummary: true });
    session.prompt("two");
    const { texts, damage, turns } = await read(session);
    expect(marksOf(turns)).toEqual([{ type: "compaction", summary: "Summary" }]);
    expect(texts).toEqual([["one", "first", "Context compacted.", "Summary of what came before:\nSummary"], ["two"]]);
    expect(damage).toEqual([]);
  });

  it("do not include a sidechain, even if it is newer than the conversation", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.reply("first");
    const aside = session.prompt("Look", { isSidechain: true, parentUuid: null });
    session.reply("Looked", { isSidechain: true, parentUuid: aside });
    const { texts, outline, turns } = await read(session);
    expect(texts).toEqual([["one", "first", "Sub-agent was asked:\nLook", "Sub-agent: Looked"]]);
    expect(turns[0]?.state).toBe("completed");
    expect(outline).toMatchObject({ title: "one", turnCount: 1, messageCount: 2 });
  });

  it("that hang on nothing are damage, located, and shown", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.reply("first", { parentUuid: "99999999-9999-4999-8999-999999999999" });
    session.prompt("two");
    const { texts, damage } = await read(session);
    expect(texts).toEqual([["one", "first"], ["two"]]);
    const byteOffset = Buffer.byteLength(`${session.lines[0]}\n`);
    expect(damage).toMatchObject([{ kind: "dangling-parent", line: 2, byteOffset }]);
  });

  it("written twice into one file are told once", async () => {
    const session = new ClaudeSession();
    session.prompt("one");
    session.reply("first");
    session.prompt("two");
    session.lines.push(...session.lines);
    session.reply("second");
    const { texts, outline } = await read(session);
    expect(texts).toEqual([
      ["one", "first"],
      ["two", "second"],
    ]);
    expect(outline.damageCount).toBe(0);
  });
});
