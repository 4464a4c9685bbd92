import type { FileChange, ItemBody } from "@reprise/model";
import { type Foreign, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { scriptOf } from "../driver/shell-words.ts";
import { agentCall, mcpCall, statusOf, webSearch } from "../read/tool-call.ts";

/** An item of `codex exec --json`; null for an error item, which is a notice. */
export function bodyOf(item: Foreign): ItemBody | null {
  const status = statusOf(item.status);
  switch (item.type) {
    case "agent_message":
      return { kind: "reply", text: textOf(item.text) ?? "" };
    case "reasoning":
      return { kind: "reasoning", text: textOf(item.text) ?? "" };
    case "command_execution":
      return {
        kind: "command",
        command: scriptOf(textOf(item.command) ?? ""),
        output: textOf(item.aggregated_output),
        exitCode: numberOf(item.exit_code),
        status,
      };
    case "file_change":
      return { kind: "edit", changes: listOf(item.changes).filter(isForeign).map(changeOf), status };
    case "mcp_tool_call":
      return mcpCall(item);
    case "collab_tool_call":
      return agentCall(item);
    case "web_search":
      return webSearch(item);
    case "todo_list":
      return {
        kind: "notice",
        text: `Plan:\n${listOf(item.items).filter(isForeign).map(stepOf).join("\n")}`,
      };
    case "error":
      return null;
    default:
      return { kind: "opaque", raw: item };
  }
}

/** The diff is in the rollout only. */
function changeOf(change: Foreign): FileChange {
  const kind = textOf(change.kind);
  return {
    path: textOf(change.path) ?? "",
    change: kind === "add" || kind === "delete" ? kind : "update",
    diff: null,
  };
}

function stepOf(step: Foreign): string {
  return `${step.completed === true ? "[x]" : "[ ]"} ${textOf(step.text) ?? ""}`;
}
