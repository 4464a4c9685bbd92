import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../foreign.ts";
import { aboutHeader, aboutState, aboutTurn, aboutWorld } from "./about.ts";
import { commandText } from "./call.ts";
import { tellEvent } from "./event.ts";
import { tellResponseItem } from "./response-item.ts";
import type { Place, Teller } from "./teller.ts";
import { keptBy } from "./told-body.ts";

/** Known lines that hold nothing a person would look for. */
const silent = new Set([
  "token_usage_record",
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
export function tellRecord(value: unknown, place: Place, teller: Teller): void {
  if (!isForeign(value)) return teller.item({ kind: "opaque", raw: value }, place);
  const payload = value.payload;
  if (isForeign(payload)) {
    const at = asTimestamp(value.timestamp);
    teller.ordinal(numberOf(value.ordinal), place.origin);
    return tellWrapped(String(value.type), payload, { origin: place.origin, at }, teller, value);
  }
  tellBare(value, place, teller);
}

function tellWrapped(type: string, payload: Foreign, place: Place, teller: Teller, line: Foreign): void {
  if (place.at !== null) teller.seenAt(place.at);
  switch (type) {
    case "session_meta":
      return teller.about(aboutHeader(payload));
    case "response_item":
      // The summary a model writes when asked to compact is told again by the `compacted` line.
      return fieldOf(line.metadata, "compaction_output") === true
        ? undefined
        : tellResponseItem(payload, place, teller);
    case "event_msg":
      return tellEvent(payload, place, teller);
    case "turn_context":
      return teller.about(aboutTurn(payload));
    case "world_state":
      return teller.about(aboutWorld(payload.state));
    case "compacted":
      return teller.told("compaction", "model", textOf(payload.message) ?? "", place, null, keptBy(payload));
  }
  if (!silent.has(type)) teller.item({ kind: "opaque", raw: line }, place);
}

/** Files before 2025-09: a header, then bare items, with lines of state between. */
function tellBare(line: Foreign, place: Place, teller: Teller): void {
  if (line.record_type === "state") return tellState(line, place, teller);
  if (line.record_type === "tool_event") return tellToolEvent(line, place, teller);
  if (typeof line.type === "string" && line.type !== "") return tellResponseItem(line, place, teller);
  if (typeof line.id === "string" && "timestamp" in line) {
    return teller.about({ ...aboutHeader(line), updatedAt: asTimestamp(line.timestamp) });
  }
  teller.item({ kind: "opaque", raw: line }, place);
}

function tellState(line: Foreign, place: Place, teller: Teller): void {
  teller.about(aboutState(line));
  if (line.settings_changed)
    teller.item(
      { kind: "notice", text: `Settings changed: ${JSON.stringify(line.settings_changed)}` },
      place,
    );
}

function tellToolEvent(line: Foreign, place: Place, teller: Teller): void {
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
  teller.item(body, { ...place, at }, { key: id, rank: 2 });
}
