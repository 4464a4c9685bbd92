import type { ItemBody, WorkStatus } from "@reprise/model";
import { fieldOf, numberOf, textOf } from "../../foreign.ts";
import { changesOf } from "./edit.ts";

/** A tool call in either storage format. */
interface ToolCall {
  readonly tool: string;
  readonly status: unknown;
  readonly input: unknown;
  readonly output: string | null;
  readonly error: string | null;
  readonly metadata: unknown;
}

const refusals = ["The user rejected permission", "The user has specified a rule which prevents"];

/** Errors OpenCode reports before it writes. */
const beforeWriting =
  /^(?:Could not find oldString|Found multiple matches|No changes to apply|File .* not found|apply_patch verification failed|You must read)|FileSystem\.readFile/;

export function toolCallBody(given: ToolCall): ItemBody {
  const work = asAsked(given);
  const status = statusOf(work);
  const changes = changesOf(work.tool, work.input, work.metadata);
  if (changes) return { kind: "edit", changes, status, ...failureOf(work.error) };
  const printed = textOf(fieldOf(work.metadata, "output"));
  const output = [work.output ?? (printed || null), work.error].filter((text) => text !== null).join("\n");
  const told = work.output === null && work.error === null && !printed ? null : output;
  const command = work.tool === "bash" ? textOf(fieldOf(work.input, "command")) : null;
  if (command === null) {
    return { kind: "tool", name: work.tool, input: work.input ?? null, output: told, status };
  }
  const exitCode = numberOf(fieldOf(work.metadata, "exit"));
  const hasFailed = status === "done" && exitCode !== null && exitCode !== 0;
  return { kind: "command", command, output: told, exitCode, status: hasFailed ? "failed" : status };
}

function failureOf(error: string | null): { reason?: string; stoppedAt?: string } {
  if (error === null) return {};
  return beforeWriting.test(error) ? { reason: error, stoppedAt: "" } : { reason: error };
}

/** A call that OpenCode could not parse is stored as a successful call of a tool named `invalid`. */
function asAsked(work: ToolCall): ToolCall {
  const tool = work.tool === "invalid" ? textOf(fieldOf(work.input, "tool")) : null;
  return tool === null ? work : { ...work, tool, status: "error" };
}

function statusOf({ status, error }: ToolCall): WorkStatus {
  if (status === "completed") return "done";
  if (status !== "error") return "open";
  return refusals.some((opening) => error?.startsWith(opening)) ? "declined" : "failed";
}
