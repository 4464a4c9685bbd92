import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { commandText } from "../read/call.ts";
import { changesOfRecord, failureOf } from "../read/patch.ts";
import { mcpName, mcpOutput } from "../read/tool-call.ts";

/** A piece of work in the words of `{"id","msg"}` lines, as releases until 0.44 printed them; null for everything else. */
export function oldWork(msg: Foreign, begun: ItemBody | null): { body: ItemBody; isComplete: boolean } | null {
  switch (msg.type) {
    case "exec_command_begin":
      return {
        body: {
          kind: "command",
          command: commandText(listOf(msg.command)),
          output: null,
          exitCode: null,
          status: "open",
        },
        isComplete: false,
      };
    case "exec_command_end":
      return { body: commandEnd(msg, begun), isComplete: true };
    case "patch_apply_begin":
      return {
        body: { kind: "edit", changes: changesOfRecord(msg.changes), status: "open" },
        isComplete: false,
      };
    case "patch_apply_end":
      return {
        body: {
          kind: "edit",
          changes: begun?.kind === "edit" ? begun.changes : [],
          status: msg.success === true ? "done" : "failed",
          ...(msg.success === true ? {} : failureOf(textOf(msg.stderr) ?? "")),
        },
        isComplete: true,
      };
    case "mcp_tool_call_begin":
    case "mcp_tool_call_end":
      return { body: mcpCall(msg), isComplete: msg.type === "mcp_tool_call_end" };
    case "web_search_end":
      return {
        body: {
          kind: "tool",
          name: "web_search",
          input: { query: msg.query ?? null, action: null },
          output: "",
          status: "done",
        },
        isComplete: true,
      };
    default:
      return null;
  }
}

function commandEnd(msg: Foreign, begun: ItemBody | null): ItemBody {
  const exitCode = numberOf(msg.exit_code);
  const output = textOf(msg.aggregated_output) ?? `${textOf(msg.stdout) ?? ""}${textOf(msg.stderr) ?? ""}`;
  const command = begun?.kind === "command" ? begun.command : "";
  return { kind: "command", command, output, exitCode, status: exitCode === 0 ? "done" : "failed" };
}

function mcpCall(msg: Foreign): ItemBody {
  const call = isForeign(msg.invocation) ? msg.invocation : msg;
  const isFailed = fieldOf(msg.result, "Err") !== undefined || fieldOf(msg.result, "Ok", "is_error") === true;
  const status = msg.type === "mcp_tool_call_begin" ? "open" : isFailed ? "failed" : "done";
  return {
    kind: "tool",
    name: mcpName(call.server, call.tool),
    input: call.arguments ?? null,
    output: mcpOutput(msg),
    status,
  };
}

/** Bytes of a command's output: a list of numbers at first, later base64. */
export function chunkBytes(chunk: unknown): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, "base64");
  return Buffer.from(listOf(chunk).filter((byte) => typeof byte === "number"));
}
