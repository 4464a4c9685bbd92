import type { ItemBody, WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, textOf } from "../../foreign.ts";
import { changesOf } from "../read/call.ts";

/** Not offered non-interactively, unless the mode allows them. */
const gated = new Set(["run_shell_command", "write_file", "replace", "web_fetch"]);

export function bodyOfUse(name: string, parameters: unknown): ItemBody {
  const given: Foreign = isForeign(parameters) ? parameters : {};
  const changes = changesOf(name, parameters, null);
  if (changes !== null) return { kind: "edit", changes, status: "open" };
  switch (name) {
    case "run_shell_command":
      return {
        kind: "command",
        command: textOf(given.command) ?? "",
        output: null,
        exitCode: null,
        status: "open",
      };
    default:
      return { kind: "tool", name, input: parameters ?? null, output: null, status: "open" };
  }
}

/** The stream has no exit codes. */
export function withResult(name: string, body: ItemBody, result: Foreign): ItemBody {
  const output = textOf(result.output) ?? textOf(fieldOf(result.error, "message"));
  const status = statusOf(name, result);
  if (body.kind === "command" || body.kind === "tool") return { ...body, output, status };
  if (body.kind !== "edit") return body;
  return status === "done"
    ? { ...body, status }
    : { ...body, status, reason: textOf(fieldOf(result.error, "message")) ?? output };
}

function statusOf(name: string, result: Foreign): WorkStatus {
  if (result.status === "success") return "done";
  const type = textOf(fieldOf(result.error, "type"));
  const words = textOf(fieldOf(result.error, "message")) ?? "";
  const isLeftOut = type === "tool_not_registered" && gated.has(name);
  if (isLeftOut || type === "policy_violation" || /requires user confirmation|denied by policy/i.test(words))
    return "declined";
  return "failed";
}
