import type { Timestamp } from "@reprise/model";
import { changesOfPatch } from "../../src/agents/codex/read/patch.ts";
import type { PortableItem } from "../../src/agents/writing/portable.ts";

const at = (minute: number) => `2026-11-14T10:${String(minute).padStart(2, "0")}:00.000Z` as Timestamp;

const patch = `*** Begin Patch
*** Add File: /w/new.txt
+hello
*** Update File: /w/old.txt
@@ -1,2 +1,2 @@
 kept
-a
+b
*** Update File: /w/here.txt
*** Move to: /w/there.txt
@@ -1,1 +1,1 @@
-c
+d
*** End Patch`;

/** Two turns with every kind of portable item, a prompt that begins like a text of Codex's own, and odd characters. */
export const everyKind: readonly PortableItem[] = [
  { kind: "user", at: at(0), text: "first  question: ünï 漢字 🎉\n\n\tsecond line\r\n" },
  { kind: "assistant", at: at(1), text: "I will look." },
  command("call_look", 'ls -la; echo "it\'s"', "total 0\n\u001b[31mred\u001b[0m\n"),
  {
    kind: "call",
    at: at(3),
    id: "call_patch",
    call: {
      tool: "edit",
      changes: changesOfPatch(patch).map((change) =>
        change.change === "move" ? { ...change, movedTo: "/w/there.txt" } : change,
      ),
    },
    output: "Success.",
    hasFailed: false,
  },
  { kind: "assistant", at: at(4), text: "Done." },
  { kind: "user", at: at(5), text: "<environment_context> is how I begin" },
  other("toolu_01", "mcp__files__read", { path: "/w/a", deep: { list: [1, null, "x"] } }, "content", false),
  other("toolu_02", "WebFetch", {}, "Error: no network", true),
  {
    kind: "call",
    at: null,
    id: "gemini-3",
    call: { tool: "command", command: "false" },
    output: "",
    hasFailed: true,
  },
  { kind: "assistant", at: at(9), text: "That did not work." },
];

export function command(id: string, line: string, output: string): PortableItem {
  return { kind: "call", at: at(2), id, call: { tool: "command", command: line }, output, hasFailed: false };
}

function other(
  id: string,
  name: string,
  input: Readonly<Record<string, unknown>>,
  output: string,
  hasFailed: boolean,
): PortableItem {
  return {
    kind: "call",
    at: at(6),
    id,
    call: { tool: "other", agent: "codex", name, input, meaning: null },
    output,
    hasFailed,
  };
}

/** The same history as a model must be sent it, item by item. */
export const everyKindAtTheModel: readonly object[] = [
  said("user", "input_text", "first  question: ünï 漢字 🎉\n\n\tsecond line\r\n"),
  said("assistant", "output_text", "I will look."),
  {
    type: "function_call",
    call_id: "call_look",
    name: "exec_command",
    arguments: JSON.stringify({ cmd: 'ls -la; echo "it\'s"' }),
  },
  { type: "function_call_output", call_id: "call_look", output: "total 0\n\u001b[31mred\u001b[0m\n" },
  { type: "custom_tool_call", call_id: "call_patch", name: "apply_patch", input: patch },
  { type: "custom_tool_call_output", call_id: "call_patch", output: "Success." },
  said("assistant", "output_text", "Done."),
  said("user", "input_text", "<environment_context> is how I begin"),
  {
    type: "function_call",
    call_id: "toolu_01",
    name: "mcp__files__read",
    arguments: '{"path":"/w/a","deep":{"list":[1,null,"x"]}}',
  },
  { type: "function_call_output", call_id: "toolu_01", output: "content" },
  { type: "function_call", call_id: "toolu_02", name: "WebFetch", arguments: "{}" },
  { type: "function_call_output", call_id: "toolu_02", output: "Error: no network" },
  { type: "function_call", call_id: "gemini-3", name: "exec_command", arguments: '{"cmd":"false"}' },
  { type: "function_call_output", call_id: "gemini-3", output: "" },
  said("assistant", "output_text", "That did not work."),
];

function said(role: string, type: string, text: string): object {
  return { type: "message", role, content: [{ type, text }] };
}

/** What a model was sent, without what Codex adds: its own texts around the history, and the names of items. */
export function sentHistory(request: { readonly body: unknown } | undefined): readonly object[] {
  return sentItems(request)
    .filter((item) => item.role !== "developer" && !isSurroundings(item))
    .map(({ id, ...item }) => item);
}

interface SentItem extends Readonly<Record<string, unknown>> {
  readonly role?: string;
  readonly content?: readonly { readonly text: string }[];
}

export function sentItems(request: { readonly body: unknown } | undefined): readonly SentItem[] {
  if (!request) throw new Error("Nothing was sent.");
  return (request.body as { input: SentItem[] }).input;
}

/** What Codex says of folder, shell and day. */
export function isSurroundings({ role, content }: SentItem): boolean {
  return role === "user" && /^<environment_context>\n/.test(content?.[0]?.text ?? "");
}
