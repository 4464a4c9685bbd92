import { describe, expect, it } from "vitest";
import { completed, event, line, meta, read, response, user } from "./rollout.ts";

describe("calls", () => {
  const call = (name: string, args: unknown, id = "c1") =>
    response("function_call", { name, arguments: JSON.stringify(args), call_id: id });
  const output = (text: unknown, id = "c1") => response("function_call_output", { call_id: id, output: text });
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
    expect(await only(argv, output(JSON.stringify({ output: "x\n", metadata: { exit_code: 0 } })))).toEqual([expected]);
    expect(await only(argv, output("Exit code: 0\nWall time: 0 seconds\nOutput:\nx\n"))).toEqual([expected]);
    expect(
      await only(
        argv,
        output(
          "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 7\nOutput:\nx\n",
        ),
      ),
    ).toEqual([expected]);
    // 0.117 repeats the command first, however long it is.
    for (const command of ["/bin/bash -lc 'ls -a'", `/bin/bash -lc '${"ls -a\n".repeat(300)}'`]) {
      const timing = "Chunk ID: 21c73e\nWall time: 0.0000 seconds\nProcess exited with code 0";
      const text = `Command: ${command}\n${timing}\nOriginal token count: 4\nOutput:\nx\n`;
      expect(await only(argv, output(text))).toEqual([expected]);
    }
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
    const header = `Command: /bin/bash -lc '${"make ".repeat(400)}'\n`;
    expect(
      await only(call("exec_command", { cmd: "make" }), output(`${header}${running.replace("1", "a1")}`)),
    ).toMatchObject([{ output: "half", exitCode: null, status: "open" }]);
    expect(await only(call("exec_command", { cmd: "make" }), output("Command: make it so"))).toMatchObject([
      { output: "Command: make it so", status: "done" },
    ]);
    expect(
      await only(call("exec_command", { cmd: "make" }), output("Wall time: 1.4 seconds\naborted by user")),
    ).toMatchObject([{ output: null, status: "open" }]);
  });

  it("a refused command is declined, a failing one failed", async () => {
    const refused = 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    expect(await only(call("exec_command", { cmd: "rm x" }), output(refused))).toMatchObject([{ status: "declined" }]);
    expect(
      await only(call("exec_command", { cmd: "false" }), output("Chunk ID: 1\nProcess exited with code 2\nOutput:\n")),
    ).toMatchObject([{ exitCode: 2, status: "failed" }]);
  });

  it("a patch is an edit, as a tool of its own or through the shell", async () => {
    const patch =
      "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-x\n+y\n*** Delete File: c.txt\n*** Add File: d.txt\n+new\n*** End Patch";
    const changes = [
      { path: "a.txt", change: "move", diff: "@@\n-x\n+y\n", movedTo: "b.txt" },
      { path: "c.txt", change: "delete", diff: null },
      { path: "d.txt", change: "add", diff: "new\n" },
    ];
    expect(await only(response("custom_tool_call", { call_id: "c1", name: "apply_patch", input: patch }))).toEqual([
      { kind: "edit", changes, status: "open" },
    ]);
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
    const expected = [{ kind: "edit", changes: [{ path: "/srv/a", change: "add", diff: "1\n" }], status: "done" }];
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
    const expected = [{ kind: "tool", name: "mcp__srv__echo", input: { t: 1 }, output: "hey", status: "done" }];
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
