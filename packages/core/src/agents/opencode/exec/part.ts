import type { ItemBody } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../foreign.ts";
import { toolCallBody } from "../read/tool-call.ts";

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
  const [status, error] = [textOf(state.status), textOf(state.error)];
  const call = { tool: name, status, input: state.input, metadata: state.metadata };
  const body = toolCallBody({ ...call, output: textOf(state.output), error });
  return error !== null && "status" in body && refusals.test(error) ? { ...body, status: "declined" } : body;
}
