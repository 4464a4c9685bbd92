import type { ItemBody, WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import type { CallKind } from "./call.ts";
import { readable } from "./content.ts";
import { changesDone } from "./edit.ts";
import { largeOutputIn } from "./large-output.ts";
import { rejectedResult } from "./rejection.ts";

export interface Call {
  readonly kind: CallKind;
  readonly name: string;
}

interface Outcome {
  readonly status: WorkStatus;
  readonly body: ItemBody;
  readonly text: string;
  /** A recorded result overrides an unknown one. */
  readonly rank: number;
}

/** Without its call, a result overrides nothing. */
const rankOf = { recorded: 2, unknown: 1, withoutCall: -1 };
export const settledRank = rankOf.recorded;

/** Written for a missing result: the work may have happened. */
const neverRecorded = [
  "[Tool call interrupted",
  "[Tool call result not in this copy",
  "[Tool call did not complete",
  "[Agent call interrupted",
  "[Request interrupted by user",
];
const refusals = [
  "The user doesn't want to",
  "Permission to use ",
  "Claude requested permissions to ",
  "[Tool call skipped",
  "[Tool call not completed",
];

/** Up to 2.1.128 a refused command starts with what was not approved, an executed one with its exit code. */
const unapproved = /^(?!Exit code )[^\n]{0,400}?\brequires? (?:(?:manual |explicit )?approval|permission checks)\b/;

export function outcomeOf(block: Foreign, record: Foreign, call: Call | null): Outcome {
  const text = readable(block.content);
  const status = statusOf(block, record, text, call);
  const rank = !call ? rankOf.withoutCall : status === "open" ? rankOf.unknown : rankOf.recorded;
  return {
    status,
    text,
    rank,
    body: bodyOf(call ?? callBehind(record.toolUseResult), { status, text, record }),
  };
}

function statusOf(block: Foreign, record: Foreign, text: string, call: Call | null): WorkStatus {
  const denial = textOf(record.toolDenialKind);
  if (record.toolUseResult === rejectedResult) return "open";
  if (denial === "interrupted" || (denial !== null && text.includes("this call was stopped while running")))
    return "open";
  if (denial !== null && denial !== "") return "declined";
  if (block.is_error !== true) return "done";
  if (neverRecorded.some((start) => text.startsWith(start))) return "open";
  // The text of an MCP tool proves no refusal.
  const isOwn = !call?.name.startsWith("mcp__");
  const isRefused =
    refusals.some((start) => text.startsWith(start)) || (call?.kind === "command" && unapproved.test(text));
  return isOwn && isRefused ? "declined" : "failed";
}

function bodyOf(call: Call, told: { status: WorkStatus; text: string; record: Foreign }): ItemBody {
  const { status, text, record } = told;
  switch (call.kind) {
    case "command":
      return { kind: "command", command: "", output: shownOutput(text), exitCode: exitCodeOf(text, status), status };
    case "edit":
      return status === "done"
        ? { kind: "edit", changes: changesDone(record.toolUseResult), status }
        : { kind: "edit", changes: [], status, ...failureOf(text) };
    case "tool":
      return { kind: "tool", name: call.name, input: null, output: shownOutput(text), status };
  }
}

function shownOutput(text: string): string {
  return largeOutputIn(text)?.excerpt ?? text;
}

/** Claude checks an edit before writing; write errors are tool errors. */
function failureOf(text: string): { reason: string; stoppedAt?: string } {
  const [, words] = /^<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>)?$/.exec(text) ?? [];
  if (words === undefined) return { reason: text };
  return words.startsWith("Error calling tool") ? { reason: words } : { reason: words, stoppedAt: "" };
}

/** Guesses the call from its result if its line is missing. */
function callBehind(result: unknown): Call {
  const isEdit = fieldOf(result, "filePath") !== undefined && fieldOf(result, "structuredPatch") !== undefined;
  const kind = isEdit ? "edit" : fieldOf(result, "stdout") === undefined ? "tool" : "command";
  return { kind, name: "" };
}

/** Only failures report it. */
function exitCodeOf(text: string, status: WorkStatus): number | null {
  const found = status === "failed" ? /^Exit code (\d+)/.exec(text) : null;
  return found ? Number(found[1]) : null;
}
