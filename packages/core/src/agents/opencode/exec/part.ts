import type { FileChange, ItemBody, WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";

const refusals = /rejected permission|permission denied|has specified a rule which prevents/i;
const missingTool = /^Model tried to call unavailable tool '(\w+)'/;
/** Not offered to the model if denied. */
const gated = new Set(["bash", "edit", "write", "patch", "multiedit", "apply_patch", "webfetch"]);

/** A finished tool call. */
export function bodyOfTool(part: Foreign): ItemBody {
  const state: Foreign = isForeign(part.state) ? part.state : {};
  const input: Foreign = isForeign(state.input) ? state.input : {};
  const output = textOf(state.output) ?? textOf(state.error);
  const name = textOf(part.tool) ?? "";
  const wanted = missingTool.exec(name === "invalid" ? (textOf(input.error) ?? "") : "")?.[1];
  if (wanted !== undefined)
    return {
      kind: "tool",
      name: wanted,
      input: null,
      output,
      status: gated.has(wanted) ? "declined" : "failed",
    };
  const status = statusOf(state);
  switch (name) {
    case "bash": {
      const exitCode = numberOf(fieldOf(state.metadata, "exit"));
      const isFailed = status === "done" && exitCode !== null && exitCode !== 0;
      return {
        kind: "command",
        command: textOf(input.command) ?? "",
        output,
        exitCode,
        status: isFailed ? "failed" : status,
      };
    }
    case "write":
    case "edit":
      return {
        kind: "edit",
        changes: [changeOf(name, input, state)],
        status,
        ...(status === "done" ? {} : { reason: textOf(state.error) }),
      };
    default:
      return { kind: "tool", name, input: state.input ?? null, output, status };
  }
}

function statusOf(state: Foreign): WorkStatus {
  if (state.status === "completed") return "done";
  if (state.status !== "error") return "open";
  return refusals.test(textOf(state.error) ?? "") ? "declined" : "failed";
}

function changeOf(name: string, input: Foreign, state: Foreign): FileChange {
  const isNew = name === "write" && fieldOf(state.metadata, "exists") !== true;
  const diff = textOf(fieldOf(state.metadata, "diff")) ?? (isNew ? textOf(input.content) : null);
  return { path: textOf(input.filePath) ?? "", change: isNew ? "add" : "update", diff };
}
