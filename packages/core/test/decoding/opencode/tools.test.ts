import { describe, expect, it } from "vitest";
import { database, type Fields, itemsOf, open, prompt, reply, session, tool, useStore } from "./store.ts";

useStore();

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
          { path: "/p/b", change: "move", diff: null, movedTo: "/p/c" },
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
        reason: "no such line",
        changes: [
          { path: "a.txt", change: "add", diff: "one\n" },
          { path: "b.txt", change: "update", diff: "@@\n-x\n+y\n" },
          { path: "c.txt", change: "delete", diff: null },
        ],
      },
    ]);
  });

  it("of any other tool has its input and output; one that does not exist has failed", async () => {
    const input = { tool: "nothing", error: "unavailable" };
    expect(await told(tool("invalid", { input, output: "no such tool" }))).toEqual([
      { kind: "tool", name: "nothing", input, output: "no such tool", status: "failed" },
    ]);
  });
});
