import type { HistoryMark, Item, ItemBody, Kept, Timestamp, Turn, Unfinished } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { type PortableOptions, portableHistory as portableFor } from "./portable-history.ts";

const portableOf = (turns: readonly Turn[], options: Partial<PortableOptions> = {}) =>
  portableFor(turns, { agent: "codex", ...options });

const at = "2026-11-15T20:00:00.000Z" as Timestamp;
const item = (id: string, body: ItemBody, line = 0): Item => ({
  id,
  at,
  origin: { file: "f", line, byteOffset: line },
  ...body,
});
const turn = (number: number, ...items: Item[]): Turn => ({
  number,
  state: "completed",
  startedAt: null,
  endedAt: null,
  items,
});
const said = (id: string, text = id, line?: number) => item(id, { kind: "prompt", text }, line);
const marked = (id: string, mark: HistoryMark, line?: number) => item(id, { kind: "notice", text: "n", mark }, line);
const sources = (...turns: Turn[]) => portableOf(turns).entries.map(({ source }) => source);

type Ran = ItemBody & { kind: "command" };
const ran = (more: Partial<Ran> = {}): Ran => ({
  kind: "command",
  command: "make",
  output: "ok\n",
  exitCode: 0,
  status: "done",
  ...more,
});
const told = (body: ItemBody, unfinished: readonly Unfinished[] = []) => {
  const { entries, left } = portableOf([turn(3, item("c", body))], { unfinished });
  return { item: entries[0]?.item, left: left.map(({ turn: number, what }) => `${number} ${what}`) };
};

describe("what was said", () => {
  test("is told by who said it, with its time and turn", () => {
    const reply = item("b", { kind: "reply", text: "hello" });
    expect(portableOf([turn(2, said("a", "hi"), reply)]).entries).toEqual([
      { source: "a", turn: 2, item: { kind: "user", text: "hi", at } },
      { source: "b", turn: 2, item: { kind: "assistant", text: "hello", at } },
    ]);
  });

  test("what only its own agent can read is left, and counted; approvals and notices say nothing", () => {
    const { entries, left } = portableOf([
      turn(
        4,
        item("r", { kind: "reasoning", text: "hm" }),
        item("o", { kind: "opaque", raw: {} }),
        item("q", { kind: "approval", subject: "make", decision: "once" }),
        item("n", { kind: "notice", text: "n" }),
        said("i", "look: [image: a.png]"),
        item("j", { kind: "attachment", what: "file", name: "big.bin", text: null }),
        item("k", { kind: "reply", text: "[image: c.png]" }),
      ),
    ]);
    expect(entries.map(({ source }) => source)).toEqual(["i", "k"]);
    const name = "file: big.bin (its content is not in the session)";
    expect(left).toEqual([
      { turn: 4, what: "reasoning", name: null },
      { turn: 4, what: "opaque", name: null },
      { turn: 4, what: "attachment", name },
    ]);
  });

  test("a text that is too long is cut, and that is counted", () => {
    const { entries, left } = portableOf([turn(1, said("a", "x".repeat(500)))], { mostCharacters: 400 });
    expect(JSON.stringify(entries)).toContain("100 characters left out");
    expect(left).toEqual([{ turn: 1, what: "cut", name: null }]);
  });
});

describe("what came with a prompt", () => {
  const image = {
    mediaType: "image/png",
    base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  };
  const file = item("f", { kind: "attachment", what: "file", name: "a.ts", text: "let a;" });
  const picture = (id: string, base64: string) =>
    item(id, {
      kind: "attachment",
      what: "image",
      name: `${id}.png`,
      text: null,
      image: { ...image, base64 },
    });
  const ran = item("r", {
    kind: "command",
    command: "ls",
    output: "a.ts",
    exitCode: 0,
    status: "done",
    isPersons: true,
  });

  test("goes with it, and what the person ran too", () => {
    const { entries, left } = portableOf([turn(1, said("p"), file, picture("i", image.base64), ran)]);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.item).toMatchObject({
      kind: "user",
      attached: [
        { what: "file", name: "a.ts", text: "let a;" },
        { what: "image", name: "i.png", image },
        { kind: "command", command: "ls", output: "a.ts" },
      ],
    });
    expect(left).toEqual([]);
  });

  test("stands alone behind a reply, and in the next turn", () => {
    const reply = item("y", { kind: "reply", text: "ok" });
    const { entries } = portableOf([turn(1, said("p"), reply, file), turn(2, ran)]);
    expect(entries.map(({ source, item: { kind } }) => [source, kind])).toEqual([
      ["p", "user"],
      ["y", "assistant"],
      ["f", "user"],
      ["r", "user"],
    ]);
  });

  test("is lost by name where a model would refuse it", () => {
    const { entries, left } = portableOf([turn(1, said("p"), picture("i", "AAAA"))]);
    const text = "(image/png, not carried over: it is broken)";
    expect(entries[0]?.item).toMatchObject({ attached: [{ what: "image", name: "i.png", text }] });
    expect(left.map(({ name }) => name)).toEqual(["image: i.png (it is broken)"]);
  });
});

describe("a call", () => {
  test("is told with its output", () => {
    expect(told(ran())).toEqual({
      left: [],
      item: {
        kind: "call",
        id: expect.stringMatching(/^call_[0-9a-zA-Z_-]{24}$/),
        at,
        call: { tool: "command", command: "make" },
        output: "ok\n",
        hasFailed: false,
      },
    });
    expect(told(ran({ output: null })).item).toMatchObject({ output: "" });
  });

  test("has an id of its own, also where an agent uses one again in another turn", () => {
    const { entries } = portableOf([turn(1, item("c", ran())), turn(2, item("c", ran()), item("d", ran()))]);
    expect(new Set(entries.map((entry) => (entry.item.kind === "call" ? entry.item.id : ""))).size).toBe(3);
    const [again] = portableOf([turn(2, item("c", ran()))]).entries;
    expect(again?.item).toEqual(entries[1]?.item);
  });

  test.each<[Partial<Ran>, string, boolean]>([
    [{ status: "failed", exitCode: 2 }, "ok\n[exit code 2]", true],
    [{ status: "failed", exitCode: 2, output: null }, "[exit code 2]", true],
    [{ status: "done", exitCode: null }, "ok\n", false],
    [{ status: "failed", exitCode: null }, "ok\n", true],
    [{ status: "failed", exitCode: 0 }, "ok\n", true],
    [{ status: "declined", exitCode: null, output: null }, "[declined: it was not run]", true],
  ])("that ended as %j is told so", (more, output, hasFailed) => {
    expect(told(ran(more)).item).toMatchObject({ output, hasFailed });
    expect(told(ran(more)).left).toEqual([]);
  });

  const unknown = "[interrupted, outcome unknown: may have partly run.";
  const found = (outcome: Unfinished["outcome"], id = "c"): Unfinished => ({
    item: id,
    kind: "command",
    subject: "make",
    outcome,
    evidence: "seen",
  });

  test.each<[Unfinished | null, string]>([
    [null, ""],
    [found("unknown"), ""],
    [found("done", "another"), ""],
    [found("still-running"), " Now: still running: seen."],
    [found("done"), " Now: seems done: seen."],
    [found("not-done"), " Now: not done: seen."],
    [found("partly-done"), " Now: seems partly done: seen."],
  ])("without an end never claims one: %j", (row, known) => {
    const open = told(ran({ status: "open", exitCode: null, output: "half\n" }), row ? [row] : []);
    expect(open.item).toMatchObject({ output: `half\n${unknown}${known}]`, hasFailed: true });
    expect(open.left).toEqual(["3 unanswered"]);
  });

  test("that edits is told by its changes, with how it ended", () => {
    const edit = (status: "done" | "failed" | "declined" | "open") =>
      told({ kind: "edit", changes: [{ path: "a", change: "delete", diff: null }], status }).item;
    expect(edit("done")).toMatchObject({
      call: { tool: "edit", changes: [{ path: "a", change: "delete", diff: null }] },
      output: "Done.",
      hasFailed: false,
    });
    expect(edit("failed")).toMatchObject({
      output: "[failed: no reason was recorded]\n[a: can't tell if it was written]",
      hasFailed: true,
    });
    expect(edit("declined")).toMatchObject({ output: "[declined: it was not run]" });
    expect(edit("open")).toMatchObject({ output: `${unknown}]` });
  });

  test("that is a failed edit says why, and which files were written", () => {
    const failed = (...written: readonly (boolean | undefined)[]) =>
      told({
        kind: "edit",
        changes: written.map((one, index) => ({
          path: `f${index}`,
          change: "add",
          diff: "1\n",
          ...(one === undefined ? {} : { written: one }),
        })),
        status: "failed",
        reason: "Failed to write file f1\n",
      }).item;
    expect(failed(true, undefined, false)).toMatchObject({
      output: [
        "[failed: Failed to write file f1]",
        "[f0: written]",
        "[f1: can't tell if it was written]",
        "[f2: not written]",
      ].join("\n"),
    });
    expect(failed(false, false)).toMatchObject({
      output: "[failed: Failed to write file f1]\n[no file was written]",
    });
  });

  test("that renames a file names its target", () => {
    const changes = [{ path: "a", change: "move", diff: "@@\n-x\n+y\n", movedTo: "b" }] as const;
    expect(told({ kind: "edit", changes, status: "done" }).item).toMatchObject({ call: { changes } });
  });

  test.each<[unknown, unknown]>([
    [{ q: "x" }, { q: "x" }],
    ["x", { input: "x" }],
    [["x"], { input: ["x"] }],
    [0, { input: 0 }],
    [null, {}],
    [undefined, {}],
  ])("of a tool with %j has a name and a record that any server takes", (input, record) => {
    const tool = (name: string) => told({ kind: "tool", name, input, output: "o", status: "done" });
    const call = (name: string) => ({ tool: "other", agent: "codex", name, input: record, meaning: null });
    expect(tool("a.b c").item).toMatchObject({ output: "o", hasFailed: false });
    expect(tool("a.b c").left).toEqual([]);
    for (const [name, plain] of [
      ["a.b c", "a_b_c"],
      ["", "tool"],
      ["n".repeat(70), "n".repeat(64)],
    ] as const) {
      const { item: portable } = tool(name);
      expect(portable?.kind === "call" && portable.call).toStrictEqual(call(plain));
    }
  });

  test("whose output, command, patch or input is too long is cut, and that is counted", () => {
    const long = "x".repeat(500);
    const cut = (body: ItemBody) => portableOf([turn(1, item("c", body))], { mostCharacters: 400 });
    const edit: ItemBody = {
      kind: "edit",
      changes: [{ path: "a", change: "add", diff: long }],
      status: "done",
    };
    const tool: ItemBody = { kind: "tool", name: "t", input: { q: [long] }, output: "", status: "done" };
    for (const body of [ran({ output: long }), ran({ command: long }), edit, tool]) {
      expect(JSON.stringify(cut(body).entries)).toContain("characters left out");
      expect(cut(body).left).toEqual([{ turn: 1, what: "cut", name: null }]);
    }
    expect(cut({ ...tool, input: { q: "x".repeat(400) } }).left).toEqual([]);
  });
});

describe("what was taken back", () => {
  const earlier = () => [turn(1, said("a"), said("b")), turn(2, said("c"), said("d"))];

  test("is counted in turns, not in items", () => {
    const rewind = (turns: number) => turn(3, marked("m", { type: "rewind", turns }), said("z"));
    expect(sources(...earlier(), rewind(1))).toEqual(["a", "b", "z"]);
    expect(sources(...earlier(), rewind(2))).toEqual(["z"]);
    expect(sources(...earlier(), rewind(0))).toEqual(["a", "b", "c", "d", "z"]);
    expect(sources(rewind(1))).toEqual(["z"]);
  });

  test("begins at an item, or behind it, also one that is not told itself", () => {
    const quiet = item("r", { kind: "reasoning", text: "hm" });
    const turns = (mark: HistoryMark) => [turn(1, said("a"), quiet, said("b")), turn(2, marked("m", mark), said("z"))];
    expect(sources(...turns({ type: "rewind", from: "r" }))).toEqual(["a", "z"]);
    expect(sources(...turns({ type: "rewind", after: "r" }))).toEqual(["a", "z"]);
    expect(sources(...turns({ type: "rewind", after: "a" }))).toEqual(["a", "z"]);
    expect(sources(...turns({ type: "rewind", from: "b" }))).toEqual(["a", "z"]);
    expect(sources(...turns({ type: "rewind", after: "b" }))).toEqual(["a", "b", "z"]);
  });

  test("is all that was read, when it begins at an item before that", () => {
    const rewind = (mark: HistoryMark) => turn(3, marked("m", mark), said("z"));
    expect(sources(...earlier(), rewind({ type: "rewind", from: "unknown" }))).toEqual(["z"]);
    expect(sources(...earlier(), rewind({ type: "rewind", after: "unknown" }))).toEqual(["z"]);
  });

  test("an item that was taken back already is the end of what is left", () => {
    const first = marked("m", { type: "rewind", from: "b" });
    const second = (mark: HistoryMark) => turn(3, first, said("x"), marked("n", mark), said("z"));
    expect(sources(...earlier(), second({ type: "rewind", from: "d" }))).toEqual(["a", "x", "z"]);
    expect(sources(...earlier(), second({ type: "rewind", after: "d" }))).toEqual(["a", "x", "z"]);
  });

  test("a prompt in the line of the mark is what goes on; a reply there, or a prompt elsewhere, is not", () => {
    const mark = (line: number) => marked("m", { type: "rewind", after: "a" }, line);
    expect(sources(turn(1, said("a"), said("b")), turn(2, said("p", "p", 9), mark(9)))).toEqual(["a", "p"]);
    expect(sources(turn(1, said("a"), said("b")), turn(2, said("p", "p", 8), mark(9)))).toEqual(["a"]);
    expect(sources(turn(1, said("a"), said("b")), turn(2, said("p", "p", 0), mark(0)))).toEqual(["a"]);
    const reply = item("p", { kind: "reply", text: "p" }, 9);
    expect(sources(turn(1, said("a"), said("b")), turn(2, reply, mark(9)))).toEqual(["a"]);
    const elsewhere = { ...mark(9), origin: { file: "g", line: 9, byteOffset: 9 } };
    expect(sources(turn(1, said("a"), said("b")), turn(2, said("p", "p", 9), elsewhere))).toEqual(["a"]);
  });

  test("a mark that names itself takes back all that follows", () => {
    const mark = marked("u", { type: "rewind", from: "u" });
    expect(sources(turn(1, said("a"), mark, said("b")), turn(2, said("c")))).toEqual(["a"]);
  });
});

describe("a compaction", () => {
  const compaction = (id: string, summary: string | null) => marked(id, { type: "compaction", summary });
  const found = (...turns: Turn[]) =>
    portableOf(turns).compactions.map(({ at: place, turn: number, summary }) => [place, number, summary]);

  test("is where it stands, with a summary that can be read", () => {
    expect(found(turn(1, said("a")), turn(2, compaction("m", "in\0short"), said("b")))).toEqual([[1, 2, "in␀short"]]);
    expect(
      found(turn(1, compaction("m", null), compaction("n", " \n"), marked("o", { type: "rewind", turns: 0 }))),
    ).toEqual([]);
  });

  test("says what was kept, and on which side of it the summary is told", () => {
    const kept = (given?: Kept) => {
      const mark = marked("m", { type: "compaction", summary: "in short", kept: given });
      return portableOf([turn(1, said("a"), said("b")), turn(2, mark, said("c"))], { mostCharacters: 400 })
        .compactions[0]?.kept;
    };
    const entry = (id: string) => ({ source: id, turn: 1, item: { kind: "user", text: id, at } });
    expect(kept()).toEqual({ summary: "before", entries: [] });
    expect(kept({ from: "b" })).toEqual({ summary: "before", entries: [entry("b")] });
    expect(kept({ after: "a" })).toEqual({ summary: "before", entries: [entry("b")] });
    expect(kept({ after: "b" })).toEqual({ summary: "before", entries: [] });
    expect(kept({ from: "unread" })).toEqual({ summary: "before", entries: [entry("a"), entry("b")] });
    expect(kept({ upTo: "a" })).toEqual({ summary: "behind", upTo: "a" });
    expect(kept({ prompts: ["one", "two\0"] })).toEqual({
      summary: "behind",
      entries: [
        { source: "m#kept1", turn: 2, item: { kind: "user", text: "one", at } },
        { source: "m#kept2", turn: 2, item: { kind: "user", text: "two␀", at } },
      ],
    });
    expect(JSON.stringify(kept({ prompts: ["x".repeat(500)] }))).toContain("100 characters left out");
  });

  test("is taken back with what came before it", () => {
    const turns = (turnCount: number) => [
      turn(1, said("a")),
      turn(2, said("b"), compaction("m", "in short"), said("c")),
      turn(3, said("d"), marked("n", { type: "rewind", turns: turnCount })),
    ];
    expect(found(...turns(1))).toHaveLength(1);
    expect(found(...turns(2))).toHaveLength(0);
  });
});
