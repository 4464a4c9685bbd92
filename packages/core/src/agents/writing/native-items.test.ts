import type { Agent, FileChange } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { claudeTools } from "../claude/tools.ts";
import { inCodexWords } from "../codex/tools.ts";
import { geminiTools } from "../gemini/tools.ts";
import { opencodeTools } from "../opencode/tools.ts";
import { nativeItems, type Toolbox } from "./native-items.ts";
import type { PortableCall, PortableItem, ToolMeaning } from "./portable.ts";

const item = (call: PortableCall): PortableItem => ({
  kind: "call",
  id: "c1",
  call,
  output: "o",
  hasFailed: false,
  at: null,
});
const calls = (call: PortableCall, box: Toolbox) =>
  nativeItems([item(call)], box, "/w").map((one) => (one.kind === "call" ? [one.id, one.name, one.input] : one.kind));
const edit = (...changes: FileChange[]): PortableCall => ({ tool: "edit", changes });
const other = (agent: Agent, meaning: ToolMeaning | null): PortableCall => ({
  tool: "other",
  agent,
  name: "look",
  input: { a: 1 },
  meaning,
});

describe("an edit", () => {
  const hunks = "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -9,1 +9,2 @@\n z\n+y\n";

  test("becomes one call for each hunk, with an id of its own", () => {
    expect(calls(edit({ path: "a.txt", change: "update", diff: hunks }), claudeTools)).toEqual([
      ["c1", "Edit", { file_path: "/w/a.txt", old_string: "a\nb", new_string: "a\nB" }],
      ["c1_2", "Edit", { file_path: "/w/a.txt", old_string: "z", new_string: "z\ny" }],
    ]);
  });

  test("of a new, a moved and a deleted file is what the agent has for it", () => {
    const made = edit(
      { path: "n.txt", change: "add", diff: "new\n" },
      { path: "a b", change: "move", diff: "", movedTo: "c" },
      { path: "/x/old", change: "delete", diff: null },
    );
    expect(calls(made, geminiTools)).toEqual([
      ["c1", "write_file", { file_path: "/w/n.txt", content: "new\n" }],
      ["c1_2", "run_shell_command", { command: "mv '/w/a b' /w/c" }],
      ["c1_3", "run_shell_command", { command: "rm /x/old" }],
    ]);
  });

  test("that was not recorded is told in words", () => {
    for (const box of [claudeTools, geminiTools, opencodeTools])
      expect(calls(edit({ path: "a", change: "update", diff: null }), box)).toEqual(["user"]);
  });
});

describe("a call of another agent's tool", () => {
  const search: ToolMeaning = { does: "search", pattern: "a b", path: "src", files: "*.ts" };

  test("is one of the agent's own where it has the same", () => {
    expect(calls(other("codex", search), geminiTools)).toEqual([
      ["c1", "grep_search", { pattern: "a b", dir_path: "/w/src", include_pattern: "*.ts" }],
    ]);
    expect(calls(other("codex", search), opencodeTools)).toEqual([
      ["c1", "grep", { pattern: "a b", path: "/w/src", include: "*.ts" }],
    ]);
    expect(calls(other("codex", search), claudeTools)).toEqual([
      ["c1", "Bash", { command: "grep -rn --include='*.ts' -e 'a b' /w/src" }],
    ]);
    const read: ToolMeaning = { does: "read", path: "a.txt", from: 3, count: 2 };
    expect(inCodexWords(item(other("claude", read)))).toMatchObject({
      call: { tool: "command", command: "sed -n '3,4p' a.txt" },
    });
  });

  test("is told in words where it has none, with its input and its output", () => {
    const [told] = nativeItems([item(other("claude", null))], geminiTools, "/w");
    expect(told).toMatchObject({ kind: "user", text: "" });
    expect(JSON.stringify(told)).toContain(JSON.stringify('input: {"a":1}\noutput (done):\no').slice(1, -1));
    expect(inCodexWords(item(other("claude", null)))).toMatchObject({ kind: "user", text: "" });
  });

  test("stays as it is where it is the agent's own", () => {
    expect(calls(other("claude", search), claudeTools)).toEqual([["c1", "look", { a: 1 }]]);
    expect(inCodexWords(item(other("codex", null)))).toEqual(item(other("codex", null)));
  });
});
