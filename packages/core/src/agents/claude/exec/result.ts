import type { Failure, RunEvent, Timestamp } from "@reprise/model";
import type { TurnEnd } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { type Foreign, fieldOf, listOf, numberOf, textOf } from "../../foreign.ts";

/** `subtype` may be success with `is_error` set; only the latter counts. */
export function endOfResult(result: Foreign, resetsAt: Timestamp | null): TurnEnd {
  if (result.is_error !== true) return { state: "completed", failure: null };
  const reason = textOf(result.terminal_reason) ?? "";
  if (reason.startsWith("aborted")) return { state: "interrupted", failure: null };
  return { state: "failed", failure: failureIn(result, resetsAt) };
}

function failureIn(result: Foreign, resetsAt: Timestamp | null): Failure {
  const errors = listOf(result.errors).filter((error) => typeof error === "string");
  const message =
    textOf(result.result) ??
    (errors.length > 0 ? errors.join("\n") : `The turn failed (${String(result.subtype)}).`);
  return failureOf(message, { status: numberOf(result.api_error_status), resetsAt });
}

/** Usage of this turn; the sums by model cover the whole session. */
export function usageOfResult(result: Foreign): RunEvent {
  const counts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];
  const tokens = counts.reduce((sum, count) => sum + (numberOf(fieldOf(result.usage, count)) ?? 0), 0);
  return { type: "usage", tokens: result.usage === undefined ? null : tokens };
}
