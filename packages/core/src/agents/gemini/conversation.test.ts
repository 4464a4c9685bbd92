import type { Item } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Fact } from "../fact.ts";
import type { Decoded, Depth, Position, RolloutRef } from "../source.ts";
import { geminiSource } from "./source.ts";

const home = "/home/dev/.gemini";
const logPath = `${home}/tmp/proj-a/chats/session-2026-11-15T12-00-c0000001.jsonl`;

type Fields = Record<string, unknown>;

/** The time of the n-th second. */
function time(second: number): string {
  return new Date(Date.UTC(2026, 10, 15, 12, 0, second)).toISOString();
}

function header(more: Fields = {}): Fields {
  return {
    sessionId: "c1",
    projectHash: "hash",
    startTime: time(0),
    lastUpdated: time(0),
    kind: "main",
    ...more,
  };
}

const context = user("ctx", "<session_context>\nThis is the Gemini CLI.");

function user(id: string, text: string, more: Fields = {}): Fields {
  return { id, timestamp: time(1), type: "user", content: [{ text }], ...more };
}

function gemini(id: string, content: unknown, more: Fields = {}): Fields {
  return { id, timestamp: time(2), type: "gemini", content, model: "gemini-2.5-flash", ...more };
}

function shell(id: string, output: string | null, more: Fields = {}): Fields {
  const response = { id, name: "run_shell_command", response: { output } };
  const result = output === null ? null : [{ functionResponse: response }];
  return {
    id,
    name: "run_shell_command",
    args: { command: "ls" },
    result,
    status: "success",
    timestamp: time(3),
    ...more,
  };
}

function answer(id: string, callId: string, response: unknown, name = "run_shell_command"): Fields {
  return {
    id,
    timestamp: time(4),
    type: "user",
    content: [{ functionResponse: { id: callId, name, response } }],
  };
}

function all(messages: readonly Fields[], second = 5): Fields {
  return { $set: { messages, lastUpdated: time(second) } };
}

function rolloutAt(path: string, sizeBytes = 1): RolloutRef {
  return {
    agent: "gemini",
    home,
    key: path,
    path,
    sizeBytes,
    mtimeMs: 1,
    version: "1",
    thread: null,
    rolloutId: null,
    archived: false,
  };
}

function textOfRecords(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function factsOf(
  records: readonly unknown[],
  how: { path?: string; depth?: Depth; files?: Record<string, string> } = {},
): Promise<Fact[]> {
  const { path = logPath, depth = "full", files = {} } = how;
  const host = memoryHost({ ...files, [path]: textOfRecords(records) });
  const facts: Fact[] = [];
  for await (const piece of geminiSource.decode(rolloutAt(path), host, { depth })) facts.push(...piece.facts);
  return facts;
}

/** The turns of a session as a person would see them, each item as its kind and what it says. */
async function seen(records: readonly unknown[], path = logPath) {
  const host = memoryHost({ [path]: textOfRecords(records) });
  const { turns, outline } = await transcriptOf(rolloutAt(path), geminiSource, host);
  return {
    about: outline.about,
    title: outline.title,
    turns: turns.map(({ number, state, items }) => ({ number, state, items: items.map(shownOf) })),
    marks: turns.flatMap(({ items }) => items.flatMap((item) => (item.kind === "notice" && item.mark) || [])),
  };
}

function shownOf({ id: _id, at: _at, origin: _origin, ...body }: Item) {
  return body.kind === "prompt" ||
    body.kind === "reply" ||
    body.kind === "reasoning" ||
    body.kind === "notice"
    ? `${body.kind}: ${body.text}`
    : body;
}

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
        items: [
          "prompt: Say hello",
          "reasoning: **Greeting** Be kind.",
          "reasoning: And short.",
          "reply: Hello.",
        ],
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

  it("shows what the person wrote, and what was sent in its place", async () => {
    const prompt = user("u1", "@a.txt\n--- Content ---\none", { displayContent: [{ text: "@a.txt" }] });
    const { turns } = await seen([header(), prompt]);
    expect(turns[0]?.items).toEqual([
      "prompt: @a.txt",
      "notice: Sent to the model for this prompt: @a.txt\n--- Content ---\none",
    ]);
  });

  it("takes neither context nor hooks nor empty messages for prompts", async () => {
    const records = [header(), context, user("h", "<hook_context>x</hook_context>"), user("e", "")];
    expect((await seen(records)).turns).toEqual([]);
  });

  it("labels what is not text", async () => {
    const content = [{ text: "Look: " }, { inlineData: { mimeType: "image/png", data: "A".repeat(4096) } }];
    const { turns } = await seen([header(), { ...user("u1", ""), content }]);
    expect(turns[0]?.items).toEqual(["prompt: Look: [image/png, 3 kB]"]);
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
    const answered = [
      header(),
      user("u1", "Go"),
      gemini("g1", "Done."),
      note("e", "error", "Unknown command."),
    ];
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
    const records = [
      header(),
      user("u1", "List"),
      gemini("g1", "", { toolCalls: [shell("c1", "Output: a")] }),
    ];
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
    const facts = await factsOf([
      user("u1", "Go"),
      odd,
      { strange: 1 },
      [1],
      { $set: { memoryScratchpad: { a: 1 } } },
    ]);
    const kept = facts.flatMap((fact) =>
      fact.type === "item" && fact.item.kind === "opaque" ? [fact.item.raw] : [],
    );
    expect(kept).toEqual([odd, { strange: 1 }, [1], { $set: { memoryScratchpad: { a: 1 } } }]);
    expect(facts.flatMap((fact) => (fact.type === "damage" ? [fact.damage.kind] : []))).toEqual([
      "bad-header",
    ]);
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

const [u1, g1, u2, g2] = [
  user("u1", "One"),
  gemini("g1", "First."),
  user("u2", "Two"),
  gemini("g2", "Second."),
];
const begun = [header(), all([context], 0), u1, g1];

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
      items: [
        "prompt: Two",
        "notice: The prompt was taken back: it was cancelled, or failed, before it was answered.",
      ],
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
      (await seen([...begun, u2, g2, all([context, snapshot, thanks, ...kept]), user("u3", "Three"), again]))
        .turns[2]?.items,
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
    const offsets = (await factsOf(records)).flatMap((fact) =>
      fact.type === "item" ? [fact.origin.byteOffset] : [],
    );
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    expect(offsets).toEqual([text.indexOf('{"id":"u1"'), text.indexOf('{"id":"g1"')]);
  });
});

describe("a rewind", () => {
  it("keeps what it takes out, and says so", async () => {
    const { turns } = await seen([...begun, u2, g2, { $rewindTo: "u2" }, all([u1, g1]), user("u3", "Three")]);
    expect(turns.map(({ items }) => items)).toEqual([
      ["prompt: One", "reply: First."],
      [
        "prompt: Two",
        "reply: Second.",
        "notice: Rewound: 2 messages are no longer part of the conversation.",
      ],
      ["prompt: Three"],
    ]);
  });

  it("to a message that is not there takes out everything, as in Gemini CLI", async () => {
    const { turns } = await seen([...begun, { $rewindTo: "nobody" }]);
    expect(turns[0]?.items.at(-1)).toBe(
      "notice: Rewound: 2 messages are no longer part of the conversation.",
    );
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
    const said = (decoded: Decoded[]) =>
      decoded.flatMap(({ facts }) => facts.filter(({ type }) => type !== "about"));
    expect([...said(kept), ...said(rest)]).toEqual(said(await read(whole)));
  });
});
