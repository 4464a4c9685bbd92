import type { ItemBody, RunEvent } from "@reprise/model";
import { type Foreign, isForeign, listOf, textOf } from "../../foreign.ts";
import { bodyOfCall, kindOfCall } from "../read/call.ts";
import { type Call, outcomeOf } from "../read/result.ts";

/** Calls and results by call id. */
export class ExecCalls {
  readonly #made = new Map<string, { call: Call; body: ItemBody }>();
  readonly #denied = new Set<string>();

  made(block: Foreign): RunEvent {
    const name = textOf(block.name) ?? "";
    const id = textOf(block.id) ?? name;
    const body = bodyOfCall(name, block.input);
    this.#made.set(id, { call: { kind: kindOfCall(name), name }, body });
    return { type: "item", key: id, isComplete: false, item: body };
  }

  denied(id: string): void {
    this.#denied.add(id);
  }

  /** The result of an unknown call is kept unchanged. */
  answered(block: Foreign, line: Foreign): RunEvent {
    const id = textOf(block.tool_use_id) ?? "";
    const made = this.#made.get(id) ?? null;
    const { body } = outcomeOf(block, recordOf(line, id), made?.call ?? null);
    const item = made ? joined(made.body, body) : body;
    if (this.#denied.has(id) && "status" in item)
      return { type: "item", key: id, isComplete: true, item: { ...item, status: "declined" } };
    if ("status" in item && item.status === "declined") this.#denied.add(id);
    return { type: "item", key: id, isComplete: true, item };
  }

  refused(denial: Foreign): RunEvent | null {
    const id = textOf(denial.tool_use_id) ?? "";
    if (this.#denied.has(id)) return null;
    this.#denied.add(id);
    const body = this.#made.get(id)?.body ?? bodyOfCall(textOf(denial.tool_name) ?? "", denial.tool_input);
    return "status" in body ? { type: "item", key: id, isComplete: true, item: { ...body, status: "declined" } } : null;
  }
}

/** The same facts as in a session file, under other names. */
function recordOf(line: Foreign, id: string): Foreign {
  const meta = listOf(line.tool_result_meta).find((entry) => isForeign(entry) && entry.id === id);
  return {
    toolUseResult: line.tool_use_result,
    toolDenialKind: isForeign(meta) ? meta.non_execution_kind : undefined,
  };
}

/** The result lacks the fields of the call. */
function joined(made: ItemBody, result: ItemBody): ItemBody {
  if (made.kind === "command" && result.kind === "command") return { ...result, command: made.command };
  if (made.kind === "edit" && result.kind === "edit")
    return result.changes.length > 0 ? result : { ...result, changes: made.changes };
  if (made.kind === "tool" && result.kind === "tool") return { ...result, name: made.name, input: made.input };
  return result;
}
