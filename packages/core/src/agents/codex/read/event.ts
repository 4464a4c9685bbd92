import { asTimestamp } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { aboutSettings, aboutUsage } from "./about.ts";
import { commandText } from "./call.ts";
import { collectCompletedItem, recordRank } from "./completed-item.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { requestIn } from "./harness-texts.ts";
import { changesOfRecord, failureOf } from "./patch.ts";
import { totalsOf } from "./token-totals.ts";
import { mcpName, mcpOutput, statusOf } from "./tool-call.ts";

const silent = new Set([
  "thread_name_updated",
  "session_configured",
  "sub_agent_activity",
  "agent_message_delta",
  "turn_diff",
]);

/** `event_msg`: shown to the user. */
export function collectEvent(event: Foreign, place: LinePosition, facts: FactCollector): void {
  const turn = textOf(event.turn_id);
  switch (event.type) {
    case "task_started":
    case "turn_started":
      return facts.turnStart(turn, place);
    case "task_complete":
    case "turn_complete":
      return collectTurnComplete(event, turn, place, facts);
    case "turn_aborted":
      return facts.turnEnd(turn, "interrupted", endOf(event, place));
    case "item_completed":
      return isForeign(event.item) ? collectCompletedItem(event.item, turn, place, facts) : undefined;
    case "user_message": {
      const { words, context } = requestIn(textOf(event.message) ?? "");
      return facts.prompt("event", words, context, place, null);
    }
    case "agent_message":
      return facts.told("reply", "event", textOf(event.message) ?? "", place, null);
    case "agent_reasoning":
    case "agent_reasoning_raw_content":
      return facts.told("reasoning", "event", textOf(event.text) ?? "", place, null);
    case "context_compacted":
      return facts.told("compaction", "event", "", place, null);
    case "token_count":
      return collectTokens(event.info, place, facts);
    case "thread_settings_applied":
      return facts.about(aboutSettings(event.thread_settings));
  }
  collectWork(event, place, facts);
}

/** A failed turn also ends with `task_complete`; only `error` differs. */
function collectTurnComplete(event: Foreign, turn: string | null, place: LinePosition, facts: FactCollector): void {
  const message = textOf(fieldOf(event.error, "message"));
  if (event.error)
    facts.item({ kind: "notice", text: `The turn failed: ${message ?? "no reason was recorded"}` }, place, {
      turn,
    });
  facts.turnEnd(turn, event.error ? "failed" : "completed", endOf(event, place));
}

function collectTokens(info: unknown, place: LinePosition, facts: FactCollector): void {
  facts.about(aboutUsage(info));
  const totals = totalsOf(fieldOf(info, "total_token_usage"));
  if (totals !== null) facts.tokensUsed(totals, totalsOf(fieldOf(info, "last_token_usage")), place);
}

function endOf(event: Foreign, place: LinePosition): LinePosition {
  const seconds = numberOf(event.completed_at);
  return seconds === null ? place : { ...place, at: place.at ?? asTimestamp(seconds * 1000) };
}

function collectWork(event: Foreign, place: LinePosition, facts: FactCollector): void {
  const call = textOf(event.call_id);
  const turn = textOf(event.turn_id);
  switch (event.type) {
    case "patch_apply_end": {
      const status = event.success === true ? "done" : statusOf(event.status ?? "failed");
      const failure = status === "done" ? {} : failureOf(textOf(event.stderr) ?? "");
      const body = { kind: "edit", changes: changesOfRecord(event.changes), status, ...failure } as const;
      return call === null ? facts.item(body, place) : facts.outcome(call, body, recordRank, place, turn);
    }
    case "exec_command_end": {
      const exitCode = numberOf(event.exit_code);
      const output = textOf(event.aggregated_output) ?? `${textOf(event.stdout) ?? ""}${textOf(event.stderr) ?? ""}`;
      const command = Array.isArray(event.command) ? commandText(event.command) : "";
      const body = {
        kind: "command",
        command,
        output,
        exitCode,
        status: exitCode === 0 ? "done" : "failed",
      } as const;
      return call === null ? facts.item(body, place) : facts.outcome(call, body, recordRank, place, turn);
    }
    case "mcp_tool_call_end": {
      const invocation = isForeign(event.invocation) ? event.invocation : {};
      const isFailed = fieldOf(event.result, "Err") !== undefined || fieldOf(event.result, "Ok", "is_error") === true;
      const name = mcpName(invocation.server, invocation.tool);
      const body = {
        kind: "tool",
        name,
        input: invocation.arguments ?? null,
        output: mcpOutput(event),
        status: isFailed ? "failed" : "done",
      } as const;
      return call === null ? facts.item(body, place) : facts.outcome(call, body, recordRank, place, turn);
    }
    case "web_search_end":
      return facts.item(
        {
          kind: "tool",
          name: "web_search",
          input: { query: event.query ?? null, action: event.action ?? null },
          output: "",
          status: "done",
        },
        place,
        { key: call, rank: recordRank },
      );
    case "image_generation_end":
      return facts.item(
        {
          kind: "tool",
          name: "image_generation",
          input: event.revised_prompt ?? null,
          output: textOf(event.saved_path) ?? "",
          status: "done",
        },
        place,
        { key: call, rank: recordRank },
      );
  }
  collectNotice(event, place, facts);
}

function collectNotice(event: Foreign, place: LinePosition, facts: FactCollector): void {
  const type = textOf(event.type);
  const text = textOf(event.message) ?? "";
  if (type === "thread_rolled_back") collectRollback(event, place, facts);
  else if (type === "entered_review_mode")
    facts.item({ kind: "notice", text: `Review started: ${textOf(event.user_facing_hint) ?? ""}` }, place);
  else if (type === "exited_review_mode") facts.item({ kind: "notice", text: reviewResult(event) }, place);
  else if (type === "thread_goal_updated")
    facts.item(
      {
        kind: "notice",
        text: `Goal: ${textOf(fieldOf(event, "goal", "objective")) ?? textOf(event.goal) ?? ""}`,
      },
      place,
    );
  else if (type === "error" || type === "stream_error" || type === "warning")
    facts.item({ kind: "notice", text }, place);
  else if (type === null || !silent.has(type)) facts.item({ kind: "opaque", raw: event }, place);
}

function collectRollback(event: Foreign, place: LinePosition, facts: FactCollector): void {
  const turns = numberOf(event.num_turns);
  const text = `The last ${String(event.num_turns)} turn(s) were taken back.`;
  facts.item({ kind: "notice", text, ...(turns !== null && { mark: { type: "rewind", turns } }) }, place);
}

function reviewResult(event: Foreign): string {
  const output = event.review_output;
  return `Review finished: ${textOf(fieldOf(output, "overall_explanation")) ?? (output ? JSON.stringify(output) : "")}`;
}
