import { type Foreign, fieldOf, numberOf, textOf } from "../foreign.ts";
import { hear } from "./harness.ts";
import type { Place, Teller } from "./teller.ts";
import type { Voice } from "./voice.ts";

/** Measurements and marks of the harness, without a text for the person. */
const silent = new Set([
  "turn_duration",
  "stop_hook_summary",
  "file_snapshot",
  "thinking_tokens",
  "per_turn_effort_changed",
]);

/** A line of the harness: a compaction, an error, what a command printed. */
export function tellSystem(record: Foreign, place: Place, teller: Teller, voice: Voice): void {
  const subtype = textOf(record.subtype) ?? "";
  voice.grow(null);
  const text =
    subtype === "compact_boundary" ? compaction(record) : (apiError(record, subtype) ?? said(record));
  if (text !== "" && text !== null) teller.item({ kind: "notice", text }, place, voice.key);
  else if (text === null && !silent.has(subtype))
    teller.item({ kind: "opaque", raw: record }, place, voice.key);
}

function compaction(record: Foreign): string {
  const trigger = textOf(fieldOf(record, "compactMetadata", "trigger"));
  return trigger === null ? "Context compacted." : `Context compacted (${trigger}).`;
}

function apiError(record: Foreign, subtype: string): string | null {
  if (subtype !== "api_error") return null;
  const message =
    textOf(fieldOf(record, "error", "message")) ??
    textOf(fieldOf(record, "error", "error", "message")) ??
    textOf(record.content);
  const attempt = numberOf(record.retryAttempt);
  return `API error${message === null ? "" : `: ${message}`}${attempt === null ? "" : ` (attempt ${attempt})`}`;
}

/** Null when the line has no text at all. */
function said(record: Foreign): string | null {
  const content = textOf(record.content);
  return content === null ? null : hear(content).text;
}
