import type { Item, ItemBody } from "@reprise/model";
import { memoryHost, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexSource } from "./source.ts";

const thread = "01a1e0b5-021f-7ab0-a082-5e0c3412cbb8";
const path = `/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T19-35-21-${thread}.jsonl`;
let ordinal = 0;

type Payload = Record<string, unknown>;
const line = (type: string, payload: Payload, more: Payload = {}) =>
  JSON.stringify({ timestamp: "2026-11-15T19:35:21.403Z", type, payload, ...more });
const numbered = (type: string, payload: Payload, more: Payload = {}) =>
  JSON.stringify({ timestamp: "2026-11-15T19:35:21.403Z", ordinal: ordinal++, type, payload, ...more });
const meta = (more: Payload = {}) => ({
  id: thread,
  timestamp: "2026-11-15T19:35:21.378Z",
  cwd: "/srv/proj-a",
  cli_version: "0.166.0",
  source: "cli",
  ...more,
});
const event = (type: string, more: Payload = {}) => line("event_msg", { type, ...more });
const response = (type: string, more: Payload = {}) => line("response_item", { type, ...more });
const user = (text: string, marks?: Payload) =>
  response("message", {
    role: "user",
    content: [{ type: "input_text", text }],
    ...(marks ? { internal_chat_message_metadata_passthrough: marks } : {}),
  });
const assistant = (text: string) =>
  response("message", { role: "assistant", content: [{ type: "output_text", text }] });
const completed = (item: Payload, turn = "t1") =>
  event("item_completed", { thread_id: thread, turn_id: turn, item });

async function read(lines: readonly string[], name = path) {
  const host = memoryHost({ [name]: lines.map((text) => `${text}\n`).join("") });
  const { rollouts } = codexSource.locate("/home/dev/.codex", host);
  const [rollout] = rollouts;
  if (!rollout) throw new Error("not located");
  const reading = await transcriptOf(rollout, codexSource, host, { all: rollouts });
  // Whatever a test reads, the quick way of reading must have told the same.
  expect(reading.peeked).toEqual(reading.outline);
  return { ...reading, items: reading.turns.flatMap(({ items }) => items).map(bodyOf) };
}

function bodyOf({ id: _id, at: _at, origin: _origin, ...body }: Item): ItemBody {
  return body;
}

describe("prompts", () => {
  it("what the harness puts in the person's name is not a prompt", async () => {
    const harness = [
      "<environment_context>\n<cwd>/srv</cwd>",
      "# AGENTS.md instructions for /srv/proj-a\n\n<INSTRUCTIONS>",
      "<turn_aborted>\nstopped",
      "<user_instructions>x",
    ];
    const { items } = await read([
      line("session_meta", meta()),
      ...harness.map((text) => user(text)),
      user("real"),
    ]);
    expect(items).toEqual([{ kind: "prompt", text: "real" }]);
  });

  it("recorded provenance decides, whatever the text looks like", async () => {
    const marks = (type: string) => ({
      content_item_kinds: ["x"],
      content_item_metadata: [{ provenance: { type } }],
    });
    const { items } = await read([
      line("session_meta", meta()),
      user("<environment_context> typed by me", marks("user")),
      user("plain", marks("harness")),
    ]);
    expect(items).toEqual([{ kind: "prompt", text: "<environment_context> typed by me" }]);
  });

  it("of a message of several parts only what the person wrote is the prompt", async () => {
    const parts = response("message", {
      role: "user",
      content: [
        { type: "input_text", text: "<environment_context>" },
        { type: "input_text", text: "fix it" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      ],
    });
    expect((await read([line("session_meta", meta()), parts])).items).toEqual([
      { kind: "prompt", text: "fix it\n[image: image/png, 1 kB]" },
    ]);
  });

  it("a prompt told as history and as an event is one prompt, in either order", async () => {
    const told = event("user_message", { message: "once" });
    expect(
      (await read([line("session_meta", meta()), user("once"), told, assistant("a")])).turns,
    ).toHaveLength(1);
    expect(
      (await read([line("session_meta", meta()), told, user("once"), assistant("a")])).turns,
    ).toHaveLength(1);
  });

  it("the same words twice are two prompts", async () => {
    const again = [
      user("again"),
      event("user_message", { message: "again" }),
      event("agent_message", { message: "ok" }),
      assistant("ok"),
    ];
    const { turns, outline } = await read([line("session_meta", meta()), ...again, ...again]);
    expect(turns.map(({ items }) => items.length)).toEqual([2, 2]);
    expect(outline.messageCount).toBe(4);
  });
});

describe("calls", () => {
  const call = (name: string, args: unknown, id = "c1") =>
    response("function_call", { name, arguments: JSON.stringify(args), call_id: id });
  const output = (text: unknown, id = "c1") =>
    response("function_call_output", { call_id: id, output: text });
  const start = [line("session_meta", meta()), user("go")];
  const only = async (...lines: string[]) => (await read([...start, ...lines])).items.slice(1);

  it("a call without an output is open", async () => {
    expect(await only(call("exec_command", { cmd: "sleep 9" }))).toEqual([
      { kind: "command", command: "sleep 9", output: null, exitCode: null, status: "open" },
    ]);
  });

  it("the output of every era gives the same command", async () => {
    const expected = { kind: "command", command: "ls -a", output: "x\n", exitCode: 0, status: "done" };
    const argv = call("shell", { command: ["bash", "-lc", "ls -a"] });
    expect(await only(argv, output(JSON.stringify({ output: "x\n", metadata: { exit_code: 0 } })))).toEqual([
      expected,
    ]);
    expect(await only(argv, output("Exit code: 0\nWall time: 0 seconds\nOutput:\nx\n"))).toEqual([expected]);
    expect(
      await only(
        argv,
        output(
          "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 7\nOutput:\nx\n",
        ),
      ),
    ).toEqual([expected]);
    const item = {
      type: "CommandExecution",
      id: "c1",
      command: ["/bin/bash", "-lc", "ls -a"],
      status: "completed",
      aggregated_output: "x\n",
      exit_code: 0,
    };
    expect(await only(argv, completed(item))).toEqual([expected]);
  });

  it("a command that was left running, or aborted, has no outcome", async () => {
    const running = "Chunk ID: 1\nWall time: 10 seconds\nProcess running with session ID 7\nOutput:\nhalf";
    expect(await only(call("exec_command", { cmd: "make" }), output(running))).toMatchObject([
      { output: "half", exitCode: null, status: "open" },
    ]);
    expect(
      await only(call("exec_command", { cmd: "make" }), output("Wall time: 1.4 seconds\naborted by user")),
    ).toMatchObject([{ status: "open" }]);
  });

  it("a refused command is declined, a failing one failed", async () => {
    const refused = 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    expect(await only(call("exec_command", { cmd: "rm x" }), output(refused))).toMatchObject([
      { status: "declined" },
    ]);
    expect(
      await only(
        call("exec_command", { cmd: "false" }),
        output("Chunk ID: 1\nProcess exited with code 2\nOutput:\n"),
      ),
    ).toMatchObject([{ exitCode: 2, status: "failed" }]);
  });

  it("a patch is an edit, as a tool of its own or through the shell", async () => {
    const patch =
      "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-x\n+y\n*** Delete File: c.txt\n*** Add File: d.txt\n+new\n*** End Patch";
    const changes = [
      { path: "a.txt", change: "move", diff: "@@\n-x\n+y\n" },
      { path: "c.txt", change: "delete", diff: null },
      { path: "d.txt", change: "add", diff: "new\n" },
    ];
    expect(
      await only(response("custom_tool_call", { call_id: "c1", name: "apply_patch", input: patch })),
    ).toEqual([{ kind: "edit", changes, status: "open" }]);
    expect(await only(call("shell", { command: ["apply_patch", patch] }))).toEqual([
      { kind: "edit", changes, status: "open" },
    ]);
  });

  it("what was recorded of a patch outranks what was asked for, whichever comes last", async () => {
    const asked = response("custom_tool_call", {
      call_id: "c1",
      name: "apply_patch",
      input: "*** Begin Patch\n*** Add File: a\n+1\n*** End Patch",
    });
    const applied = completed({
      type: "FileChange",
      id: "c1",
      changes: { "/srv/a": { type: "add", content: "1\n" } },
      status: "completed",
    });
    const told = response("custom_tool_call_output", {
      call_id: "c1",
      output: "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.",
    });
    const expected = [
      { kind: "edit", changes: [{ path: "/srv/a", change: "add", diff: "1\n" }], status: "done" },
    ];
    expect(await only(asked, applied, told)).toEqual(expected);
    expect(await only(asked, told, applied)).toEqual(expected);
  });

  it("a patch that could not be applied failed", async () => {
    const asked = response("custom_tool_call", {
      call_id: "c1",
      name: "apply_patch",
      input: "*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n*** End Patch",
    });
    const told = response("custom_tool_call_output", {
      call_id: "c1",
      output: "apply_patch verification failed: no such file",
    });
    expect(await only(asked, told)).toMatchObject([{ kind: "edit", status: "failed" }]);
  });

  it("tools of MCP servers have one name in all vocabularies", async () => {
    const asked = response("function_call", {
      name: "echo",
      namespace: "mcp__srv",
      arguments: '{"t":1}',
      call_id: "c1",
    });
    const expected = [
      { kind: "tool", name: "mcp__srv__echo", input: { t: 1 }, output: "hey", status: "done" },
    ];
    const item = {
      type: "McpToolCall",
      id: "c1",
      server: "srv",
      tool: "echo",
      arguments: { t: 1 },
      status: "completed",
      result: { content: [{ type: "text", text: "hey" }] },
    };
    expect(await only(asked, completed(item))).toEqual(expected);
    const ended = event("mcp_tool_call_end", {
      call_id: "c1",
      invocation: { server: "srv", tool: "echo", arguments: { t: 1 } },
      result: { Ok: { content: [{ type: "text", text: "hey" }] } },
    });
    expect(await only(asked, ended)).toEqual(expected);
  });

  it("a web search, an image and a plan are shown", async () => {
    const items = await only(
      response("web_search_call", { id: "ws1", action: { type: "search", query: "reprise" } }),
      completed({ type: "ImageView", id: "iv1", path: "/srv/a.png" }),
      completed({ type: "Plan", id: "p1", text: "1. look" }),
    );
    expect(items).toMatchObject([
      { name: "web_search", input: { query: "reprise" } },
      { name: "view_image", input: { path: "/srv/a.png" } },
      { kind: "notice", text: "Plan:\n1. look" },
    ]);
  });

  it("an output without a call is kept", async () => {
    expect(await only(output("lonely", "c9"))).toMatchObject([{ kind: "tool", output: "lonely" }]);
  });
});

describe("turns", () => {
  const turn = (id: string, ...lines: string[]) => [
    event("task_started", { turn_id: id }),
    ...lines,
    event("task_complete", { turn_id: id }),
  ];

  it("ends by what was recorded: completed, failed by its error, interrupted", async () => {
    const { turns } = await read([
      line("session_meta", meta()),
      ...turn("t1", user("one"), assistant("1")),
      event("task_started", { turn_id: "t2" }),
      user("two"),
      event("task_complete", { turn_id: "t2", error: { message: "high demand" } }),
      event("task_started", { turn_id: "t3" }),
      user("three"),
      event("turn_aborted", { turn_id: "t3", reason: "interrupted" }),
      event("task_started", { turn_id: "t4" }),
      user("four"),
    ]);
    expect(turns.map(({ state }) => state)).toEqual(["completed", "failed", "interrupted", "interrupted"]);
    expect(turns[1]?.items.at(-1)).toMatchObject({ kind: "notice", text: "The turn failed: high demand" });
  });

  it("a command that finishes after its turn belongs to that turn", async () => {
    const call = response("function_call", {
      name: "exec_command",
      arguments: '{"cmd":"sleep 9"}',
      call_id: "c1",
    });
    const late = completed(
      {
        type: "CommandExecution",
        id: "c1",
        command: ["sleep", "9"],
        status: "completed",
        aggregated_output: "slept",
        exit_code: 0,
      },
      "t1",
    );
    const { turns } = await read([
      line("session_meta", meta()),
      ...turn("t1", user("go"), call, assistant("running")),
      ...turn("t2", user("next"), late, assistant("ok")),
    ]);
    expect(turns.map(({ items }) => items.length)).toEqual([3, 2]);
    expect(turns[0]?.items[1]).toMatchObject({ command: "sleep 9", output: "slept", status: "done" });
  });

  it("a second prompt in a running turn stays in it", async () => {
    expect(
      (await read([line("session_meta", meta()), ...turn("t1", user("one"), user("and this"))])).turns,
    ).toHaveLength(1);
  });

  it("without recorded starts a turn is complete when every call was answered and a reply follows", async () => {
    const call = response("function_call", { name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" });
    const answer = response("function_call_output", { call_id: "c1", output: "x" });
    const state = async (...lines: string[]) =>
      (await read([line("session_meta", meta()), user("go"), ...lines])).turns.at(-1)?.state;
    expect(await state(call, answer, assistant("done"))).toBe("completed");
    expect(await state(assistant("done"))).toBe("completed");
    expect(await state(call, answer)).toBe("interrupted");
    expect(await state(call, assistant("meanwhile"))).toBe("interrupted");
    expect(await state()).toBe("interrupted");
  });

  it("history that was put in before the first turn is turn 0; later it is a notice", async () => {
    ordinal = 0;
    const said = (role: string, text: string) =>
      numbered("response_item", { type: "message", role, content: [{ type: "text", text }] });
    const { turns, outline } = await read([
      numbered("session_meta", meta()),
      said("user", "old question"),
      said("assistant", "old answer"),
      numbered("event_msg", { type: "task_started", turn_id: "t1" }),
      said("user", "new"),
      numbered("event_msg", { type: "task_complete", turn_id: "t1" }),
      said("user", "slipped in"),
    ]);
    expect(turns.map(({ number, items }) => [number, items.map(({ kind }) => kind)])).toEqual([
      [0, ["prompt", "reply"]],
      [1, ["prompt", "notice"]],
    ]);
    expect(outline).toMatchObject({ turnCount: 1, title: "old question" });
  });
});

describe("files of 2025", () => {
  it("state lines merge field by field", async () => {
    const state = (more: Payload) => JSON.stringify({ record_type: "state", ...more });
    const { outline } = await read([
      JSON.stringify({ id: thread, timestamp: "2025-07-25T10:00:00.000Z", instructions: null }),
      state({ provider_resume_token: "resp_1" }),
      state({ approved_commands: [["git", "status"]] }),
      state({ mcp_tools_at_recording: ["a", "b"] }),
      state({ previous_response_id: null }),
    ]);
    expect(outline.about).toMatchObject({
      responseToken: "resp_1",
      approvedCommands: [["git", "status"]],
      mcpTools: ["a", "b"],
    });
  });

  it("a tool event and the call it belongs to are one command", async () => {
    const { items } = await read([
      JSON.stringify({ id: thread, timestamp: "2025-08-16T10:00:00.000Z" }),
      JSON.stringify({ type: "message", role: "user", content: [{ type: "input_text", text: "go" }] }),
      JSON.stringify({
        type: "function_call",
        name: "shell",
        arguments: '{"command":["ls"]}',
        call_id: "c1",
      }),
      JSON.stringify({
        record_type: "tool_event",
        tool_kind: "exec",
        phase: "begin",
        call_id: "c1",
        command: ["ls"],
      }),
      JSON.stringify({
        record_type: "tool_event",
        tool_kind: "exec",
        phase: "end",
        call_id: "c1",
        exit_code: 0,
        stdout_trunc: "x\n",
        success: true,
      }),
      JSON.stringify({ type: "function_call_output", call_id: "c1", output: "x" }),
    ]);
    expect(items.slice(1)).toEqual([
      { kind: "command", command: "ls", output: "x\n", exitCode: 0, status: "done" },
    ]);
  });
});

describe("about the session", () => {
  it("a sub-agent names its parent, a fork what it was forked from", async () => {
    const spawned = meta({ source: { subagent: { thread_spawn: { parent_thread_id: "p1", depth: 1 } } } });
    expect((await read([line("session_meta", spawned)])).outline.about).toMatchObject({
      subagentOf: "p1",
      source: "subagent:thread_spawn",
    });
    expect((await read([line("session_meta", meta({ forked_from_id: "f1" }))])).outline.about).toMatchObject({
      forkedFrom: "f1",
    });
  });

  it("settings are those of the last turn; the workspace is where it began", async () => {
    const context = (more: Payload) =>
      line("turn_context", {
        cwd: "/srv/proj-a",
        approval_policy: "never",
        sandbox_policy: { type: "read-only" },
        model: "m1",
        ...more,
      });
    const { outline } = await read([
      line("session_meta", meta()),
      context({}),
      context({}),
      context({ model: "m2", cwd: "/srv/proj-b", sandbox_policy: { mode: "workspace-write" } }),
    ]);
    expect(outline.about).toMatchObject({
      model: "m2",
      workspace: "/srv/proj-a",
      cwd: "/srv/proj-b",
      sandbox: "workspace-write",
      approvalPolicy: "never",
    });
  });

  it("allowed command prefixes are kept", async () => {
    const world = line("world_state", { full: false, state: { approved_command_prefixes: [["echo", "x"]] } });
    expect((await read([line("session_meta", meta()), world])).outline.about.approvedCommands).toEqual([
      ["echo", "x"],
    ]);
  });
});

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
    ordinal = 0;
    const lines = [
      numbered("session_meta", meta()),
      numbered("event_msg", { type: "task_started", turn_id: "t1" }),
    ];
    ordinal = 1;
    lines.push(
      numbered("response_item", {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "kept" }],
      }),
    );
    ordinal = 9;
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
