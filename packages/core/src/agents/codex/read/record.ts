import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { aboutHeader, aboutState, aboutTurn, aboutWorld } from "./about.ts";
import { commandText } from "./call.ts";
import { collectEvent } from "./event.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { keptBy } from "./paired-body.ts";
import { collectResponseItem } from "./response-item.ts";
import { totalsOf } from "./token-totals.ts";

/** Known lines that hold nothing a person would look for. */
const silent = new Set([
  "security_risk_score",
  "retained_context",
  "dynamic_tools_updated",
  "inter_agent_communication_metadata",
]);

/** Whether an object could be a line of its own, rather than a part of one. */
export function isCodexRecord(value: object): boolean {
  if ("payload" in value) return "type" in value && "timestamp" in value;
  return (
    "record_type" in value ||
    ("id" in value && "timestamp" in value) ||
    ("type" in value && ("role" in value || "call_id" in value))
  );
}

/** One line of a rollout, of any era. */
export function collectRecord(value: unknown, place: LinePosition, facts: FactCollector): void {
  if (!isForeign(value)) return facts.item({ kind: "opaque", raw: value }, place);
  const payload = value.payload;
  if (isForeign(payload)) {
    const at = asTimestamp(textOf(value.timestamp));
    facts.ordinal(numberOf(value.ordinal), place.origin);
    return collectWrapped(String(value.type), payload, { origin: place.origin, at }, facts, value);
  }
  collectBare(value, place, facts);
}

function collectWrapped(
  type: string,
  payload: Foreign,
  place: LinePosition,
  facts: FactCollector,
  line: Foreign,
): void {
  if (place.at !== null) facts.seenAt(place.at);
  switch (type) {
    case "session_meta":
      return facts.about(aboutHeader(payload));
    case "response_item":
      // The summary a model writes when asked to compact is told again by the `compacted` line.
      return fieldOf(line.metadata, "compaction_output") === true
        ? undefined
        : collectResponseItem(payload, place, facts);
    case "event_msg":
      return collectEvent(payload, place, facts);
    case "turn_context":
      return facts.about(aboutTurn(payload));
    case "world_state":
      return facts.about(aboutWorld(payload.state));
    case "token_usage_record":
      return collectTokens(payload, place, facts);
    case "compacted":
      return facts.told("compaction", "model", textOf(payload.message) ?? "", place, null, keptBy(payload));
  }
  if (!silent.has(type)) facts.item({ kind: "opaque", raw: line }, place);
}

function collectTokens(record: Foreign, place: LinePosition, facts: FactCollector): void {
  const totals = totalsOf(record.thread_token_usage);
  if (totals !== null) facts.tokensUsed(totals, totalsOf(record.usage), place);
}

/** Files before 2025-09: a header, then bare items, with lines of state between. */
function collectBare(line: Foreign, place: LinePosition, facts: FactCollector): void {
  if (line.record_type === "state") return collectState(line, place, facts);
  if (line.record_type === "tool_event") return collectToolEvent(line, place, facts);
  if (typeof line.type === "string" && line.type !== "") return collectResponseItem(line, place, facts);
  if (typeof line.id === "string" && "timestamp" in line) {
    return facts.about({ ...aboutHeader(line), updatedAt: asTimestamp(textOf(line.timestamp)) });
  }
  facts.item({ kind: "opaque", raw: line }, place);
}

function collectState(line: Foreign, place: LinePosition, facts: FactCollector): void {
  facts.about(aboutState(line));
  if (line.settings_changed)
    facts.item({ kind: "notice", text: `Settings changed: ${JSON.stringify(line.settings_changed)}` }, place);
}

function collectToolEvent(line: Foreign, place: LinePosition, facts: FactCollector): void {
  const id = textOf(line.call_id);
  const at = asTimestamp(line.ts) ?? place.at;
  const isEnd = line.phase === "end";
  const status = !isEnd ? "open" : line.success === false ? "failed" : "done";
  const printed = `${textOf(line.stdout_trunc) ?? ""}${textOf(line.stderr_trunc) ?? ""}`;
  const { command } = line;
  const body =
    line.tool_kind === "mcp"
      ? ({
          kind: "tool",
          name: "mcp",
          input: line.invocation ?? null,
          output: isEnd ? printed : null,
          status,
        } as const)
      : ({
          kind: "command",
          command: Array.isArray(command) ? commandText(command) : (textOf(command) ?? ""),
          output: isEnd ? printed : null,
          exitCode: numberOf(line.exit_code),
          status,
        } as const);
  facts.item(body, { ...place, at }, { key: id, rank: 2 });
}
