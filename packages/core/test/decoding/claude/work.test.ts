import { describe, expect, it } from "vitest";
import { ClaudeSession } from "./claude-session.ts";
import { itemsOf, read } from "./session.ts";

describe("work", () => {
  it("without a result is open, with an unknown outcome stays open, and a later result settles it", async () => {
    const unknown =
      "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown.]";
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "Bash", { command: "sleep 9" });
      session.call("t2", "Bash", { command: "sleep 8" });
      session.result("t2", unknown, { isError: true });
      session.call("t3", "Bash", { command: "sleep 7" });
      session.result("t3", unknown, { isError: true });
      session.result("t3", "slept");
      session.call("t4", "Bash", { command: "sleep 6" });
      session.result("t4", "slept");
      session.result("t4", unknown, { isError: true });
    });
    expect(items.slice(1)).toMatchObject([
      { command: "sleep 9", status: "open", output: null },
      { command: "sleep 8", status: "open", output: unknown },
      { command: "sleep 7", status: "done", output: "slept" },
      { command: "sleep 6", status: "done", output: "slept" },
    ]);
  });

  it("that was refused in a terminal is declined, and open where it may have been stopped while it ran", async () => {
    const rejected = {
      isError: true,
      toolUseResult: "User rejected tool use",
      toolDenialKind: "user-rejected",
    };
    const mark = "[Request interrupted by user for tool use]";
    const reject = (
      session: ClaudeSession,
      id: string,
      result: Record<string, unknown>,
      marked: Record<string, unknown>,
    ) => {
      session.prompt(`Go ${id}`);
      session.call(id, "Bash", { command: id });
      session.result(id, "The user doesn't want to proceed", { ...rejected, ...result });
      session.prompt(mark, marked);
    };
    const session = new ClaudeSession();
    reject(session, "refused", {}, {});
    reject(session, "stopped", {}, { interruptedMessageId: "msg_1" });
    reject(session, "headless", { entrypoint: "sdk-cli" }, {});
    reject(session, "older", { version: "2.0.14" }, {});
    const { items, states } = await read(session);
    expect(items.flatMap((item) => (item.kind === "command" ? [[item.command, item.status]] : []))).toEqual([
      ["refused", "declined"],
      ["stopped", "open"],
      ["headless", "open"],
      ["older", "open"],
    ]);
    expect(states).toEqual(Array(4).fill("interrupted"));
  });

  it("on files is an edit, with the recorded hunks when it was done and the reason when it was not", async () => {
    const structuredPatch = [{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 1, lines: ["-a", "+b"] }];
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "Edit", { file_path: "/x", old_string: "a", new_string: "b" });
      session.result("t1", "updated", { toolUseResult: { filePath: "/x", structuredPatch } });
      session.call("t2", "Edit", { file_path: "/x", old_string: "c", new_string: "d" });
      session.result("t2", "String not found", { isError: true, toolUseResult: "Error: String not found" });
      session.call("t3", "Write", { file_path: "/y", content: "new" });
    });
    expect(items.slice(1)).toEqual([
      {
        kind: "edit",
        changes: [{ path: "/x", change: "update", diff: "@@ -4,1 +4,1 @@\n-a\n+b" }],
        status: "done",
      },
      {
        kind: "edit",
        changes: [{ path: "/x", change: "update", diff: "@@\n-c\n+d" }],
        status: "failed",
        reason: "String not found",
      },
      { kind: "edit", changes: [{ path: "/y", change: "add", diff: "new" }], status: "open" },
    ]);
  });

  it("by any other tool keeps its name and input", async () => {
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.call("t1", "mcp__db__query", { sql: "select 1" });
      session.result("t1", [{ type: "text", text: "1" }]);
      session.line({
        type: "assistant",
        message: {
          id: "m",
          content: [{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } }],
        },
      });
      session.line({
        type: "assistant",
        message: {
          id: "m",
          content: [{ type: "web_search_tool_result", tool_use_id: "s1", content: [{ type: "web_search_result" }] }],
        },
      });
    });
    expect(items.slice(1)).toEqual([
      { kind: "tool", name: "mcp__db__query", input: { sql: "select 1" }, output: "1", status: "done" },
      {
        kind: "tool",
        name: "web_search",
        input: { query: "x" },
        output: "[web_search_result]",
        status: "done",
      },
    ]);
  });

  it("whose call is lost still shows its result", async () => {
    const items = await itemsOf((session) => {
      session.prompt("Go");
      session.result("gone", "what it printed");
    });
    expect(items[1]).toEqual({
      kind: "command",
      command: "",
      output: "what it printed",
      exitCode: null,
      status: "done",
    });
  });
});
