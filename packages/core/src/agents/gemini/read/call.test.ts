import { describe, expect, it } from "vitest";
import { callOf } from "./call.ts";
import { readShellOutput } from "./shell-output.ts";

const result = (response: unknown) => [{ functionResponse: { id: "c", name: "x", response } }];
const display = (more: object) => ({ filePath: "/p/a.txt", fileName: "a.txt", ...more });

describe("a tool call", () => {
  it.each([
    ["success", "done"],
    ["error", "failed"],
    ["cancelled", "declined"],
    ["executing", "open"],
    [undefined, "open"],
  ])("that is %s is %s", (status, expected) => {
    expect(callOf({ id: "c", name: "glob", args: {}, status }).body).toMatchObject({
      kind: "tool",
      status: expected,
    });
  });

  it("is a tool with its input and what it gave back", () => {
    const entry = {
      id: "c",
      name: "glob",
      args: { pattern: "*" },
      status: "success",
      result: result({ output: "a\nb" }),
    };
    expect(callOf(entry).body).toEqual({
      kind: "tool",
      name: "glob",
      input: { pattern: "*" },
      output: "a\nb",
      status: "done",
    });
    const structured = { ...entry, result: result({ matches: 2 }) };
    expect(callOf(structured).body).toMatchObject({ output: '{"matches":2}' });
    expect(callOf({ ...entry, result: null, resultDisplay: "shown" }).body).toMatchObject({
      output: "shown",
    });
  });

  it("to write a new file is an addition with the whole content", () => {
    const shown = display({
      newContent: "one\n",
      isNewFile: true,
      fileDiff: "--- a\n+++ b\n@@ -0,0 +1 @@\n+one\n",
    });
    const entry = {
      id: "c",
      name: "write_file",
      args: { file_path: "a.txt", content: "one\n" },
      status: "success",
      resultDisplay: shown,
    };
    expect(callOf(entry).body).toEqual({
      kind: "edit",
      changes: [{ path: "/p/a.txt", change: "add", diff: "one\n" }],
      status: "done",
    });
  });

  it("to write over a file is an update by its hunks", () => {
    const shown = display({
      newContent: "two\n",
      isNewFile: false,
      fileDiff: "Index: a\n--- a\n+++ b\n@@ -1 +1 @@\n-one\n+two\n",
    });
    const entry = {
      id: "c",
      name: "write_file",
      args: { file_path: "a.txt", content: "two\n" },
      status: "success",
      resultDisplay: shown,
    };
    expect(callOf(entry).body).toMatchObject({
      changes: [{ change: "update", diff: "@@ -1 +1 @@\n-one\n+two\n" }],
    });
  });

  it("to replace text tells what was meant where it failed, and why", () => {
    const args = { file_path: "/p/a.txt", old_string: "one", new_string: "two" };
    const call = callOf({
      id: "c",
      name: "replace",
      args,
      status: "error",
      result: result({ error: "not found" }),
    });
    expect(call.body).toEqual({
      kind: "edit",
      changes: [{ path: "/p/a.txt", change: "update", diff: "@@\n-one\n+two\n" }],
      status: "failed",
      reason: "not found",
    });
    const made = callOf({ id: "c", name: "replace", args: { ...args, old_string: "" }, status: "success" });
    expect(made.body).toMatchObject({ changes: [{ change: "add", diff: "two" }] });
  });

  it("without what its kind needs is a plain tool", () => {
    expect(callOf({ name: "run_shell_command", args: null, status: "success" }).body).toMatchObject({
      kind: "tool",
      name: "run_shell_command",
    });
    expect(callOf({ name: "write_file", args: {}, status: "success" }).body.kind).toBe("tool");
    expect(callOf({}).body).toMatchObject({
      kind: "tool",
      name: "unknown",
      input: null,
      output: null,
      status: "open",
    });
  });
});

describe("the output of a shell command", () => {
  it.each([
    ["Output: a\nb\nProcess Group PGID: 7", { output: "a\nb", exitCode: 0 }],
    [
      "<untrusted_context>\nOutput: a\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>",
      { output: "a", exitCode: 3 },
    ],
    ["Output: (empty)", { output: "", exitCode: 0 }],
    ["Output: a\nSignal: 9", { output: "a\nSignal: 9", exitCode: null }],
    ["Output: (empty)\nError: spawn ENOENT", { output: "Error: spawn ENOENT", exitCode: null }],
    [
      "Output: x\nBackground PIDs: 12, 13\nProcess Group PGID: 7",
      { output: "x\nBackground PIDs: 12, 13", exitCode: 0 },
    ],
    [
      "Command: ls\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 7",
      { output: "a", exitCode: 0 },
    ],
    ["Output: Exit Code: 5\nExit Code: 1", { output: "Exit Code: 5", exitCode: 1 }],
    [
      "Command was cancelled by user before it could complete.",
      { output: "Command was cancelled by user before it could complete.", exitCode: null },
    ],
    ["", { output: "", exitCode: null }],
  ])("%j is taken apart", (told, expected) => {
    expect(readShellOutput(told)).toEqual(expected);
  });
});
