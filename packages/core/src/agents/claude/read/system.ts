import type { Kept } from "@reprise/model";
import { type Foreign, fieldOf, listOf, numberOf, textOf } from "../../foreign.ts";
import type { Branch } from "./branch.ts";
import { classifyUserText } from "./classify-user-text.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";

/** Harness lines without text. */
const silent = new Set([
  "turn_duration",
  "stop_hook_summary",
  "file_snapshot",
  "thinking_tokens",
  "per_turn_effort_changed",
]);

export function collectSystem(record: Foreign, place: LinePosition, facts: FactCollector, branch: Branch): void {
  const subtype = textOf(record.subtype) ?? "";
  branch.grow(null);
  if (subtype === "compact_boundary" && !branch.isAside) facts.keeps(keptOf(record, facts));
  const text =
    subtype === "compact_boundary"
      ? compactionWords(fieldOf(record, "compactMetadata", "trigger"))
      : (apiError(record, subtype) ?? said(record));
  if (text !== "" && text !== null) facts.item({ kind: "notice", text }, place, branch.key);
  else if (text === null && !silent.has(subtype)) facts.item({ kind: "opaque", raw: record }, place, branch.key);
}

/** Kept lines follow their anchor: the boundary (before the summary) or the summary. */
function keptOf(record: Foreign, { tree }: FactCollector): Kept | null {
  const segment = fieldOf(record, "compactMetadata", "preservedSegment");
  const listed = fieldOf(record, "compactMetadata", "preservedMessages");
  const lines = listOf(fieldOf(listed, "uuids"));
  const head = textOf(lines[0]) ?? textOf(fieldOf(segment, "headUuid"));
  const tail = textOf(lines.at(-1)) ?? textOf(fieldOf(segment, "tailUuid"));
  if (head === null || tail === null) return null;
  const anchor = textOf(fieldOf(listed, "anchorUuid")) ?? textOf(fieldOf(segment, "anchorUuid"));
  const isBeginning = anchor !== null && anchor === textOf(record.uuid);
  const item = isBeginning ? tree.lastItemUpTo(tail) : tree.lastItemAbove(head);
  if (item === null) return null;
  return isBeginning ? { upTo: item } : { after: item };
}

export function compactionWords(told: unknown): string {
  const trigger = textOf(told);
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

function said(record: Foreign): string | null {
  const content = textOf(record.content);
  return content === null ? null : classifyUserText(content).text;
}
