import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Item } from "@reprise/model";
import { transcriptOf } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Host } from "../../host/host.ts";
import { nodeHost } from "../../host/node-host.ts";
import type { Fact } from "../fact.ts";
import type { RolloutRef } from "../source.ts";
import { opencodeSource } from "./source.ts";

type Fields = Record<string, unknown>;

let root: string;
let home: string;
let host: Host;
let database: DatabaseSync | null = null;
let clock = 0;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "opencode-")));
  home = join(root, "data", "opencode");
  mkdirSync(home, { recursive: true });
  host = nodeHost({ HOME: join(root, "home"), XDG_DATA_HOME: join(root, "data") });
  clock = 1_794_778_800_000;
});

afterEach(() => {
  database?.close();
  database = null;
  rmSync(root, { recursive: true, force: true });
});

/** The tables of 1.18.33, without what is never read. */
function open(name = "opencode.db"): DatabaseSync {
  database?.close();
  database = new DatabaseSync(join(home, name));
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT, title TEXT,
      version TEXT, revert TEXT, permission TEXT, model TEXT, time_created INTEGER, time_updated INTEGER, time_archived INTEGER,
      tokens_input INTEGER DEFAULT 0, tokens_output INTEGER DEFAULT 0, tokens_reasoning INTEGER DEFAULT 0);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE session_input (id TEXT PRIMARY KEY, session_id TEXT, prompt TEXT, delivery TEXT, admitted_seq INTEGER, promoted_seq INTEGER, time_created INTEGER);
  `);
  return database;
}

function insert(table: string, row: Fields): void {
  const names = Object.keys(row);
  const values = Object.values(row) as (string | number | null)[];
  database
    ?.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...values);
}

const tick = () => (clock += 1000);

function session(id = "ses_1", more: Fields = {}): void {
  const times = { time_created: tick(), time_updated: clock };
  insert("session", {
    id,
    project_id: "global",
    slug: "s",
    directory: "/srv/a",
    title: "T",
    version: "1.18.33",
    ...times,
    ...more,
  });
}

function message(id: string, value: Fields, parts: readonly Fields[], in_ = "ses_1"): void {
  const created = tick();
  const data = JSON.stringify({ time: { created }, ...value });
  insert("message", { id, session_id: in_, time_created: created, time_updated: created, data });
  for (const [index, part] of parts.entries()) {
    const row = {
      id: `${id}-p${index}`,
      message_id: id,
      session_id: in_,
      time_created: tick(),
      time_updated: clock,
    };
    insert("part", { ...row, data: JSON.stringify(part) });
  }
}

const text = (said: string, more: Fields = {}) => ({ type: "text", text: said, ...more });
const prompt = (id: string, said: string) => message(id, { role: "user" }, [text(said)]);
const stop = { type: "step-finish", reason: "stop" };

function reply(id: string, parts: readonly Fields[], more: Fields = {}): void {
  const created = clock + 500;
  const done = { time: { created, completed: created + 100 }, finish: "stop" };
  message(
    id,
    {
      role: "assistant",
      modelID: "m",
      providerID: "p",
      path: { cwd: "/srv/a", root: "/" },
      ...done,
      ...more,
    },
    parts,
  );
}

function tool(name: string, state: Fields): Fields {
  return {
    type: "tool",
    tool: name,
    callID: "call",
    state: { status: "completed", input: {}, time: { start: clock, end: clock }, ...state },
  };
}

function located(): RolloutRef[] {
  const { rollouts, warnings } = opencodeSource.locate(home, host);
  expect(warnings).toEqual([]);
  return [...rollouts];
}

async function seen(thread = "ses_1") {
  const rollout = located().find((found) => found.thread === thread) as RolloutRef;
  const { turns, outline, peeked, damage } = await transcriptOf(rollout, opencodeSource, host);
  expect({ ...peeked, title: outline.title }).toEqual(outline);
  return {
    about: outline.about,
    damage: damage.map(({ kind, byteOffset }) => [kind, byteOffset]),
    turns: turns.map(({ number, state, items }) => ({ number, state, items: items.map(shownOf) })),
  };
}

async function marksOf(thread = "ses_1") {
  const rollout = located().find((found) => found.thread === thread) as RolloutRef;
  const { turns } = await transcriptOf(rollout, opencodeSource, host);
  return turns
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === "notice" && item.mark ? [{ id: item.id, mark: item.mark }] : []));
}

function shownOf({ id: _id, at: _at, origin: _origin, ...body }: Item) {
  return "text" in body ? `${body.kind}: ${body.text}` : body;
}

const itemsOf = async () => (await seen()).turns.flatMap(({ items }) => items);

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
  ])("takes the quotes of `run` off %j only where they are exact", async (stored, expected) => {
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
    if ("error" in more)
      expect(turns[0]?.items.at(-1)).toMatch(/^notice: (APIError|MessageAbortedError): because$/);
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

describe("a tool part", () => {
  const told = async (part: Fields) => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [part]);
    return (await itemsOf()).slice(1);
  };

  it("of bash is a command with what it printed", async () => {
    const input = { command: "ls", description: "x" };
    expect(await told(tool("bash", { input, output: "a\n", metadata: { output: "a\n", exit: 0 } }))).toEqual([
      { kind: "command", command: "ls", output: "a\n", exitCode: 0, status: "done" },
    ]);
  });

  it.each([
    [
      { status: "completed", output: "", metadata: { exit: 3 } },
      { output: "", exitCode: 3, status: "failed" },
    ],
    [
      { status: "running", metadata: { output: "so far" } },
      { output: "so far", exitCode: null, status: "open" },
    ],
    [
      { status: "running", metadata: { output: "" } },
      { output: null, status: "open" },
    ],
    [
      { status: "pending", input: { command: "ls" }, raw: "" },
      { output: null, status: "open" },
    ],
    [
      { status: "error", error: "Tool execution aborted", metadata: { output: "half" } },
      { output: "half\nTool execution aborted", status: "failed" },
    ],
    [
      { status: "error", error: "The user rejected permission to use this specific tool call." },
      { status: "declined" },
    ],
    [
      {
        status: "error",
        error: "The user has specified a rule which prevents you from using this specific tool call.",
      },
      { status: "declined" },
    ],
  ])("of bash with %j", async (state, expected) => {
    expect((await told(tool("bash", { input: { command: "ls" }, ...state })))[0]).toMatchObject({
      kind: "command",
      command: "ls",
      ...expected,
    });
  });

  it("that writes or edits is an edit", async () => {
    const diff = "Index: /p/a\n====\n--- /p/a\n+++ /p/a\n@@ -1 +1 @@\n-a\n+b\n";
    const parts: [Fields, unknown][] = [
      [
        tool("write", { input: { filePath: "/p/a", content: "a\n" }, metadata: { exists: false } }),
        { path: "/p/a", change: "add", diff: "a\n" },
      ],
      [
        tool("write", { input: { filePath: "/p/a", content: "b" }, metadata: { exists: true } }),
        { path: "/p/a", change: "update", diff: "@@\n+b\n" },
      ],
      [
        tool("edit", { input: { filePath: "/p/a", oldString: "a", newString: "b" }, metadata: { diff } }),
        { path: "/p/a", change: "update", diff: "@@ -1 +1 @@\n-a\n+b\n" },
      ],
      [
        tool("edit", { input: { filePath: "/p/a", oldString: "", newString: "b" } }),
        { path: "/p/a", change: "add", diff: "b" },
      ],
      [
        tool("multiedit", { input: { filePath: "/p/a", edits: [{ oldString: "a", newString: "b" }] } }),
        { path: "/p/a", change: "update", diff: "@@\n-a\n+b\n" },
      ],
    ];
    open();
    session();
    prompt("m1", "go");
    reply(
      "m2",
      parts.map(([part]) => part),
    );
    expect((await itemsOf()).slice(1)).toEqual(
      parts.map(([, change]) => ({ kind: "edit", changes: [change], status: "done" })),
    );
  });

  it("that patches is an edit of each file, made or meant", async () => {
    const files = [
      { filePath: "/p/a", type: "add", patch: "@@ -0,0 +1 @@\n+a\n" },
      { filePath: "/p/b", movePath: "/p/c", type: "move", patch: "" },
    ];
    const patchText =
      "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: b.txt\n@@\n-x\n+y\n*** Delete File: c.txt\n*** End Patch";
    const made = await told(tool("apply_patch", { input: { patchText }, metadata: { files } }));
    expect(made).toEqual([
      {
        kind: "edit",
        status: "done",
        changes: [
          { path: "/p/a", change: "add", diff: "@@ -0,0 +1 @@\n+a\n" },
          { path: "/p/c", change: "move", diff: null },
        ],
      },
    ]);
    database?.exec("DELETE FROM session; DELETE FROM message; DELETE FROM part");
    session();
    prompt("m1", "go");
    reply("m2", [tool("patch", { input: { patchText }, status: "error", error: "no such line" })]);
    expect((await itemsOf()).slice(1)).toEqual([
      {
        kind: "edit",
        status: "failed",
        changes: [
          { path: "a.txt", change: "add", diff: "one\n" },
          { path: "b.txt", change: "update", diff: "@@\n-x\n+y\n" },
          { path: "c.txt", change: "delete", diff: null },
        ],
      },
      "notice: The edit was not made: no such line",
    ]);
  });

  it("of any other tool has its input and output; one that does not exist has failed", async () => {
    const input = { tool: "nothing", error: "unavailable" };
    expect(await told(tool("invalid", { input, output: "no such tool" }))).toEqual([
      { kind: "tool", name: "nothing", input, output: "no such tool", status: "failed" },
    ]);
  });
});

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
      "notice: [file: a.png (image/png, 3 kB)]",
      "notice: Told to the model: contents",
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
      ["prompt: [file: file:///p/a.txt (text/plain)]"],
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
          "notice: Told to the model: Continue",
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
        "notice: [file: a (text/plain)]",
        "notice: Told to the model: hint",
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

describe("reading a part of a session", () => {
  it("gives each turn as in the whole", async () => {
    open();
    session();
    for (const number of [1, 2, 3]) {
      prompt(`m${number}a`, `ask ${number}`);
      reply(`m${number}b`, [{ type: "step-start" }, text(`answer ${number}`)]);
    }
    const [rollout] = located() as [RolloutRef];
    const { turns } = await transcriptOf(rollout, opencodeSource, host);
    expect(turns).toHaveLength(3);
    for (const turn of turns) {
      const window = { from: turn.number, to: turn.number };
      expect((await transcriptOf(rollout, opencodeSource, host, { window })).turns).toEqual([turn]);
    }
  });

  it("goes on from every position as the whole does", async () => {
    open();
    session();
    for (const number of [1, 2, 3]) {
      prompt(`m${number}a`, `ask ${number}`);
      if (number < 3) reply(`m${number}b`, [text(`answer ${number}`)]);
    }
    const [rollout] = located() as [RolloutRef];
    const pieces = [];
    for await (const piece of opencodeSource.decode(rollout, host, { depth: "full" })) pieces.push(piece);
    expect(pieces.map(({ isTail }) => isTail)).toEqual([false, false, true]);
    const said = (facts: readonly Fact[]) => facts.filter(({ type }) => type !== "about");
    const whole = said(pieces.flatMap(({ facts }) => facts));
    for (const [index, { position }] of pieces.slice(0, 2).entries()) {
      const rest: Fact[] = [];
      for await (const { facts } of opencodeSource.decode(rollout, host, { depth: "full", from: position }))
        rest.push(...facts);
      expect([...said(pieces.slice(0, index + 1).flatMap(({ facts }) => facts)), ...said(rest)]).toEqual(
        whole,
      );
    }
    expect(pieces[2]?.position).toEqual(pieces[1]?.position);
  });
});

describe("the version of a session", () => {
  it("changes with any part, message or name of it, and with nothing else", async () => {
    open();
    session("ses_1");
    session("ses_2");
    prompt("m1", "go");
    reply("m2", [text("one")]);
    const versions = () => new Map(located().map(({ thread, version }) => [thread as string, version]));
    const changes = [
      "UPDATE part SET data = '{}', time_updated = time_updated + 5000 WHERE id = 'm2-p0'",
      'UPDATE part SET data = \'{"type":"text","text":"longer than it was"}\' WHERE id = \'m2-p0\'',
      "UPDATE message SET time_updated = time_updated + 9000 WHERE id = 'm1'",
      "UPDATE session SET title = 'renamed' WHERE id = 'ses_1'",
      "DELETE FROM part WHERE id = 'm2-p0'",
      "INSERT INTO session_message VALUES ('n1', 'ses_1', 'user', 1, 1, 1, '{}')",
      "INSERT INTO session_input VALUES ('i1', 'ses_1', '{}', 'queue', 1, NULL, 1)",
      "UPDATE session_input SET promoted_seq = 2",
    ];
    const other = versions().get("ses_2");
    const known = new Set([versions().get("ses_1")]);
    for (const change of changes) {
      database?.exec(change);
      known.add(versions().get("ses_1"));
    }
    expect(known.size).toBe(changes.length + 1);
    expect(versions().get("ses_2")).toBe(other);
  });

  it("comes with what was only written to the log, and with its size", () => {
    open();
    session();
    prompt("m1", "go");
    const [before] = located() as [RolloutRef];
    prompt("m2", "more");
    const [after] = located() as [RolloutRef];
    expect(after.version).not.toBe(before.version);
    expect(after.sizeBytes).toBeGreaterThan(before.sizeBytes);
    expect(after).toMatchObject({
      key: `${join(home, "opencode.db")}#ses_1`,
      mtimeMs: clock,
      thread: "ses_1",
    });
  });
});

describe("what is damaged", () => {
  it("is told where it stands, and hides nothing else", async () => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [text("one"), text("two")]);
    database?.exec("UPDATE part SET data = '{\"type\":' WHERE id = 'm2-p0'");
    database?.exec("UPDATE message SET data = 'nonsense' WHERE id = 'm2'");
    const { turns, damage } = await seen();
    expect(turns[0]?.items).toEqual([
      "prompt: go",
      { kind: "opaque", raw: '{"type":' },
      { kind: "opaque", raw: "nonsense" },
      "reply: two",
    ]);
    expect(damage).toEqual([
      ["not-json", 3],
      ["not-json", 2],
    ]);
  });

  it("may be the numbers of a row", async () => {
    open();
    session("ses_1", { time_created: "yesterday", tokens_input: null });
    database?.exec("UPDATE session SET time_updated = 9223372036854775807");
    prompt("m1", "go");
    expect(await itemsOf()).toEqual(["prompt: go"]);
  });

  it("may be the database itself: it is listed with its damage, beside a warning", async () => {
    writeFileSync(join(home, "opencode.db"), "SQLite format 3\0".padEnd(8192, "x"));
    const { rollouts, warnings } = opencodeSource.locate(home, host);
    expect(warnings).toMatchObject([{ kind: "unreadable", path: join(home, "opencode.db") }]);
    expect(rollouts).toMatchObject([{ key: join(home, "opencode.db"), thread: null }]);
    const kinds: string[] = [];
    for await (const { facts } of opencodeSource.decode(rollouts[0] as RolloutRef, host, { depth: "full" })) {
      kinds.push(...facts.flatMap((fact) => (fact.type === "damage" ? [fact.damage.kind] : [])));
    }
    expect(kinds).toEqual(["unreadable"]);
  });

  it("hides no other database", () => {
    open("opencode-dev.db");
    session();
    writeFileSync(join(home, "opencode.db"), "nonsense");
    const { rollouts } = opencodeSource.locate(home, host);
    expect(rollouts.map(({ thread }) => thread)).toEqual(["ses_1", null]);
  });

  it("may be a database of something else", () => {
    open();
    database?.exec("DROP TABLE session");
    expect(opencodeSource.locate(home, host).warnings).toMatchObject([
      { detail: expect.stringContaining("not a database of OpenCode") },
    ]);
  });

  it("tells nothing of a session that is gone", async () => {
    open();
    session();
    const [rollout] = located() as [RolloutRef];
    database?.exec("DELETE FROM session");
    const pieces = [];
    for await (const piece of opencodeSource.decode(rollout, host, { depth: "full" }))
      pieces.push(...piece.facts);
    expect(pieces).toEqual([]);
  });
});

describe("a session that is kept as files", () => {
  const put = (path: string, value: unknown) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), typeof value === "string" ? value : JSON.stringify(value));
  };
  const files = (id: string, updated: number, messages: readonly [string, Fields, Fields[]][]) => {
    put(`storage/session/global/${id}.json`, {
      id,
      directory: "/srv/a",
      title: "From files",
      time: { created: 1, updated },
    });
    for (const [message, value, parts] of messages) {
      put(`storage/message/${id}/${message}.json`, { id: message, ...value });
      for (const [index, part] of parts.entries())
        put(`storage/part/${message}/${message}-p${index}.json`, part);
    }
  };
  const [asked, answered] = [
    ["m1", { role: "user", time: { created: 5 } }, [text("one")]] as [string, Fields, Fields[]],
    ["m2", { role: "assistant", time: { created: 6, completed: 7 } }, [text("First.")]] as [
      string,
      Fields,
      Fields[],
    ],
  ];

  it("is read like any other", async () => {
    files("ses_1", 9, [asked, answered]);
    const { turns, about } = await seen();
    expect(turns).toEqual([{ number: 1, state: "completed", items: ["prompt: one", "reply: First."] }]);
    expect(about).toMatchObject({ name: "From files", workspace: "/srv/a" });
  });

  it("adds what was not moved into the database", async () => {
    open();
    session("ses_1", { time_updated: 9 });
    const row = { session_id: "ses_1", time_created: 5, time_updated: 5 };
    insert("message", { id: "m1", ...row, data: JSON.stringify(asked[1]) });
    files("ses_1", 9, [asked, answered]);
    expect(located()).toHaveLength(1);
    expect(await itemsOf()).toEqual(["prompt: one", "reply: First."]);
  });

  it("adds nothing to a session that went on in the database", async () => {
    open();
    session("ses_1", { time_updated: 50 });
    const row = { session_id: "ses_1", time_created: 5, time_updated: 5 };
    insert("message", { id: "m1", ...row, data: JSON.stringify(asked[1]) });
    insert("part", { id: "m1-p0", message_id: "m1", ...row, data: JSON.stringify(text("one")) });
    files("ses_1", 9, [asked, answered]);
    expect(await itemsOf()).toEqual(["prompt: one"]);
  });

  it("has another version when a message or the latest part was written over", () => {
    files("ses_1", 9, [asked, answered]);
    const versions = new Set([located()[0]?.version]);
    put("storage/part/m2/m2-p0.json", text("First, and more."));
    versions.add(located()[0]?.version);
    put("storage/message/ses_1/m1.json", { id: "m1", role: "user", time: { created: 5 }, agent: "build" });
    versions.add(located()[0]?.version);
    expect(versions.size).toBe(3);
  });

  it("is told as far as it is whole", async () => {
    files("ses_1", 9, [asked, answered]);
    put("storage/session/global/ses_1.json", '{"id":');
    put("storage/part/m2/m2-p1.json", "torn");
    const { turns, damage } = await seen();
    expect(turns[0]?.items).toEqual(["prompt: one", { kind: "opaque", raw: "torn" }, "reply: First."]);
    expect(damage.map(([kind]) => kind)).toEqual(["bad-header", "not-json"]);
  });
});
