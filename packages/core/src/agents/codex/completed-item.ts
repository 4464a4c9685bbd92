import type { ItemBody, WorkStatus } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../foreign.ts";
import { commandText } from "./call.ts";
import { contentText } from "./message.ts";
import { changesOfRecord } from "./patch.ts";
import type { Place, Teller } from "./teller.ts";

/** Facts about finished work outrank what the model was told of it. */
export const recordRank = 2;

/** `item_completed`: an item in the words of the app server. */
export function tellCompletedItem(item: Foreign, turn: string | null, place: Place, teller: Teller): void {
  const id = textOf(item.id);
  switch (item.type) {
    case "UserMessage":
      return teller.told("prompt", "event", contentText(item.content), place, id);
    case "AgentMessage":
      return teller.told("reply", "event", contentText(item.content), place, id);
    case "Reasoning":
      return tellReasoning(item, place, teller, id);
    case "ContextCompaction":
      return teller.told("compaction", "event", "", place, id);
    case "Plan":
      return teller.item({ kind: "notice", text: `Plan:\n${textOf(item.text) ?? ""}` }, place, {
        key: id,
        turn,
      });
    case "EnteredReviewMode":
    case "ExitedReviewMode":
      return teller.item({ kind: "notice", text: reviewText(item) }, place, { key: id, turn });
  }
  const body = workBody(item);
  if (body && id !== null) teller.outcome(id, body, recordRank, place, turn);
  else teller.item(body ?? { kind: "opaque", raw: item }, place, { key: id, turn });
}

function workBody(item: Foreign): ItemBody | null {
  const status = statusOf(item.status);
  switch (item.type) {
    case "CommandExecution":
      return {
        kind: "command",
        command: Array.isArray(item.command) ? commandText(item.command) : (textOf(item.command) ?? ""),
        output: textOf(item.aggregated_output),
        exitCode: numberOf(item.exit_code),
        status,
      };
    case "FileChange":
      return { kind: "edit", changes: changesOfRecord(item.changes), status };
    case "McpToolCall":
      return {
        kind: "tool",
        name: mcpName(item.server, item.tool),
        input: item.arguments ?? null,
        output: mcpOutput(item),
        status,
      };
    case "DynamicToolCall":
      return {
        kind: "tool",
        name: textOf(item.tool) ?? "",
        input: item.arguments ?? null,
        output: contentText(item.content_items) || null,
        status,
      };
    case "CollabAgentToolCall":
      return {
        kind: "tool",
        name: `agent.${textOf(item.tool) ?? "call"}`,
        input: textOf(item.prompt),
        output: null,
        status,
      };
    case "WebSearch":
      return {
        kind: "tool",
        name: "web_search",
        input: { query: item.query ?? null, action: item.action ?? null },
        output: "",
        status: "done",
      };
    case "ImageView":
      return {
        kind: "tool",
        name: "view_image",
        input: { path: item.path ?? null },
        output: "",
        status: "done",
      };
    case "ImageGeneration":
      return {
        kind: "tool",
        name: "image_generation",
        input: item.revised_prompt ?? null,
        output: textOf(item.saved_path) ?? "",
        status,
      };
    default:
      return null;
  }
}

export function mcpName(server: unknown, tool: unknown): string {
  return `mcp__${String(server)}__${String(tool)}`;
}

/** `result` is `{content}` today; it was `{"Ok":{content}}` or `{"Err":text}`. */
export function mcpOutput(call: Foreign): string | null {
  const result = fieldOf(call.result, "Ok") ?? call.result;
  const failure =
    textOf(fieldOf(call.error, "message")) ?? textOf(fieldOf(call.result, "Err")) ?? textOf(call.error);
  if (failure !== null) return failure;
  return isForeign(result) ? contentText(result.content) : null;
}

function tellReasoning(item: Foreign, place: Place, teller: Teller, id: string | null): void {
  const parts = [...listOf(item.summary_text), ...listOf(item.raw_content)].map((part) =>
    contentText([part]),
  );
  for (const [index, text] of parts.entries())
    teller.told("reasoning", "event", text, place, id === null ? null : `${id}#${index}`);
}

function reviewText(item: Foreign): string {
  const review = textOf(item.review) ?? textOf(fieldOf(item.review, "user_facing_hint")) ?? "";
  return item.type === "EnteredReviewMode" ? `Review started: ${review}` : `Review finished: ${review}`;
}

export function statusOf(status: unknown): WorkStatus {
  const word = textOf(isForeign(status) ? Object.keys(status)[0] : status)?.toLowerCase();
  if (word === "completed" || word === "success") return "done";
  if (word === "declined") return "declined";
  if (word === "in_progress" || word === "inprogress" || word === undefined) return "open";
  return "failed";
}
