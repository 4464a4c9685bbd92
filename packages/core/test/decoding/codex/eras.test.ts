import { describe, expect, it } from "vitest";
import { line, meta, type Payload, read, thread } from "./rollout.ts";

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
    expect(items.slice(1)).toEqual([{ kind: "command", command: "ls", output: "x\n", exitCode: 0, status: "done" }]);
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
    expect((await read([line("session_meta", meta()), world])).outline.about.approvedCommands).toEqual([["echo", "x"]]);
  });
});
