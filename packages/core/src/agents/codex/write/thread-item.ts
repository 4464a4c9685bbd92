import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { patchText } from "../../writing/patch-text.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { changesOfPatch } from "../read/patch.ts";
import { inCodexWords } from "../tools.ts";
import type { ResponseItem } from "./response-items.ts";

type Call = Extract<PortableItem, { kind: "call" }>;

/** What Codex shows of an item; null where it shows nothing. Its model never sees this. */
export function threadItemOf(given: PortableItem, id: string, cwd: string): ResponseItem | null {
  const item = inCodexWords(given);
  if (item.kind === "user" && item.text === "") return null;
  if (item.kind === "user")
    return { type: "UserMessage", id, content: [{ type: "text", text: item.text, text_elements: [] }] };
  if (item.kind === "assistant") return { type: "AgentMessage", id, content: [{ type: "Text", text: item.text }] };
  return workOf(item, cwd);
}

function workOf({ id, call, output, hasFailed }: Call, cwd: string): ResponseItem {
  const status = hasFailed ? "failed" : "completed";
  if (call.tool === "command")
    return {
      type: "CommandExecution",
      id,
      command: ["/bin/bash", "-lc", call.command],
      cwd: pathToFileURL(cwd).href,
      parsed_cmd: [{ type: "unknown", cmd: call.command }],
      source: "agent",
      status,
      aggregated_output: output,
    };
  if (call.tool === "edit")
    return {
      type: "FileChange",
      id,
      changes: changesIn(patchText(call.changes), cwd),
      status,
      stdout: hasFailed ? "" : output,
      stderr: hasFailed ? output : "",
    };
  return {
    type: "DynamicToolCall",
    id,
    tool: call.name,
    arguments: call.input,
    status,
    content_items: [{ type: "inputText", text: output }],
    success: !hasFailed,
    duration: { secs: 0, nanos: 0 },
  };
}

/** By absolute path, as Codex records a patch that it has applied. What a deleted file held no patch tells. */
function changesIn(patch: string, cwd: string): object {
  const targets = [...patch.matchAll(/^\*\*\* Move to: (.+)$/gm)].map(([, path]) => (path ?? "").trim());
  const changes = changesOfPatch(patch).map(({ path, change, diff }) => {
    const at = resolve(cwd, path);
    if (change === "add" || change === "delete") return [at, { type: change, content: diff ?? "" }];
    const move_path = change === "move" ? resolve(cwd, targets.shift() ?? path) : null;
    return [at, { type: "update", unified_diff: diff ?? "", move_path }];
  });
  return Object.fromEntries(changes);
}
