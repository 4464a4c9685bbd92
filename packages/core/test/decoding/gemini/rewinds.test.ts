import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { geminiSource } from "../../../src/agents/gemini/source.ts";
import type { Decoded, Position } from "../../../src/agents/reading/source.ts";
import {
  all,
  answer,
  begun,
  context,
  g1,
  g2,
  gemini,
  header,
  logPath,
  rolloutAt,
  seen,
  shell,
  textOfRecords,
  time,
  u1,
  u2,
  user,
} from "./log.ts";

describe("a rewind", () => {
  it("keeps what it takes out, and says so", async () => {
    const { turns } = await seen([...begun, u2, g2, { $rewindTo: "u2" }, all([u1, g1]), user("u3", "Three")]);
    expect(turns.map(({ items }) => items)).toEqual([
      ["prompt: One", "reply: First."],
      ["prompt: Two", "reply: Second.", "notice: Rewound: 2 messages are no longer part of the conversation."],
      ["prompt: Three"],
    ]);
  });

  it("to a message that is not there takes out everything, as in Gemini CLI", async () => {
    const { turns } = await seen([...begun, { $rewindTo: "nobody" }]);
    expect(turns[0]?.items.at(-1)).toBe("notice: Rewound: 2 messages are no longer part of the conversation.");
  });

  it("of nothing is not mentioned", async () => {
    expect((await seen([header(), { $rewindTo: "u9" }, u1])).turns[0]?.items).toEqual(["prompt: One"]);
  });
});

describe("a conversation that is written again under new ids", () => {
  const call = { functionCall: { id: "c1", name: "run_shell_command", args: { command: "ls" } } };
  const first = [
    u1,
    gemini("g1", "First.", { toolCalls: [shell("c1", "Output: a")] }),
    answer("r1", "c1", { output: "Output: a" }),
  ];
  const refused = [u2, gemini("g2", "Second.", { toolCalls: [shell("c2", null, { status: "cancelled" })] })];
  const echoed = (id: string, content: unknown) => gemini(id, content, { model: undefined, tokens: null });
  const echo = [
    user("n1", "One"),
    echoed("n2", [{ text: "First." }, call]),
    answer("n3", "c1", { output: "Output: a" }),
    echoed("n4", [{ text: "Thinking.", thought: true }]),
  ];

  it("is told once", async () => {
    const { turns } = await seen([header(), ...first, ...refused, ...echo, all(echo), user("u3", "Three")]);
    expect(turns.map(({ state, items }) => [state, items.length])).toEqual([
      ["interrupted", 3],
      ["interrupted", 4],
      ["interrupted", 1],
    ]);
    expect(turns[1]?.items.at(-1)).toMatch(/taken back/);
  });

  it("is told once when only prompts stand before the list", async () => {
    const { turns } = await seen([header(), u1, user("n1", "One"), all([user("n1", "One")]), u2]);
    expect(turns.map(({ items }) => items)).toEqual([["prompt: One"], ["prompt: Two"]]);
  });

  it("is news where a person repeats the first prompt", async () => {
    const again = [user("u3", "One"), gemini("g3", "First.")];
    const { turns } = await seen([header(), u1, g1, ...again, user("u4", "One")]);
    expect(turns.map(({ items }) => items)).toEqual([
      ["prompt: One", "reply: First."],
      ["prompt: One", "reply: First."],
      ["prompt: One"],
    ]);
    const noted = { id: "i", type: "info", content: "Note.", timestamp: time(3) };
    expect((await seen([header(), u1, g1, user("u3", "One"), noted])).turns[1]?.items).toEqual([
      "prompt: One",
      "notice: Note.",
    ]);
    expect((await seen([header(), u1, g1, user("u3", "One"), { odd: 1 }])).turns[1]?.items).toHaveLength(2);
  });

  it("is news where a later list holds both", async () => {
    const resumed = [
      header(),
      u1,
      g1,
      user("u3", "One"),
      header(),
      all([context]),
      all([context, u1, g1, user("u3", "One")]),
      u2,
    ];
    expect((await seen(resumed)).turns.map(({ items }) => items)).toEqual([
      ["prompt: One", "reply: First."],
      ["prompt: One"],
      ["prompt: Two"],
    ]);
  });

  it("may be decided later: until then a repeated prompt is a tail", async () => {
    const records = [header(), u1, g1, user("u3", "One")];
    const whole = textOfRecords([...records, gemini("g3", "Again.")]);
    const read = async (text: string, from?: Position) => {
      const pieces: Decoded[] = [];
      const host = memoryHost({ [logPath]: text });
      for await (const piece of geminiSource.decode(rolloutAt(logPath), host, { depth: "full", from }))
        pieces.push(piece);
      return pieces;
    };
    const pieces = await read(textOfRecords(records));
    expect(pieces.map(({ isTail }) => isTail)).toEqual([false, true]);
    const kept = pieces.filter(({ isTail }) => !isTail);
    const rest = await read(whole, JSON.parse(JSON.stringify(kept.at(-1)?.position)));
    const said = (decoded: Decoded[]) => decoded.flatMap(({ facts }) => facts.filter(({ type }) => type !== "about"));
    expect([...said(kept), ...said(rest)]).toEqual(said(await read(whole)));
  });
});
