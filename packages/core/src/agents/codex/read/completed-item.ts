import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, listOf, numberOf, textOf } from "../../foreign.ts";
import { commandText } from "./call.ts";
import type { FactCollector, LinePosition } from "./fact-collector.ts";
import { contentText, shownRequest } from "./message.ts";
import { changesOfRecord, failureOf } from "./patch.ts";
import { agentCall, imageView, mcpCall, statusOf, webSearch } from "./tool-call.ts";

/** Records of finished work override what the model got. */
export const recordRank = 2;

/** `item_completed`, in the app server's terms. */
export function collectCompletedItem(
  item: Foreign,
  turn: string | null,
  place: LinePosition,
  facts: FactCollector,
): void {
  const id = textOf(item.id);
  switch (item.type) {
    case "UserMessage": {
      const { words, context } = shownRequest(item.content);
      return facts.prompt("event", words, context, place, id);
    }
    case "AgentMessage":
      return facts.told("reply", "event", contentText(item.content), place, id);
    case "Reasoning":
      return collectReasoning(item, place, facts, id);
    case "ContextCompaction":
      return facts.told("compaction", "event", "", place, id);
    case "Plan":
      return facts.item({ kind: "notice", text: `Plan:\n${textOf(item.text) ?? ""}` }, place, {
        key: id,
        turn,
      });
    case "EnteredReviewMode":
    case "ExitedReviewMode":
      return facts.item({ kind: "notice", text: reviewText(item) }, place, { key: id, turn });
  }
  const body = workBody(item);
  if (body && id !== null) facts.outcome(id, body, recordRank, place, turn);
  else facts.item(body ?? { kind: "opaque", raw: item }, place, { key: id, turn });
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
        ...(item.source === "user_shell" && { isPersons: true }),
      };
    case "FileChange":
      return {
        kind: "edit",
        changes: changesOfRecord(item.changes),
        status,
        ...(status === "done" ? {} : failureOf(textOf(item.stderr) ?? "")),
      };
    case "McpToolCall":
      return mcpCall(item);
    case "DynamicToolCall":
      return {
        kind: "tool",
        name: textOf(item.tool) ?? "",
        input: item.arguments ?? null,
        output: contentText(item.content_items) || null,
        status,
      };
    case "CollabAgentToolCall":
      return agentCall(item);
    case "WebSearch":
      return webSearch(item);
    case "ImageView":
      return imageView(item);
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

function collectReasoning(item: Foreign, place: LinePosition, facts: FactCollector, id: string | null): void {
  const parts = [...listOf(item.summary_text), ...listOf(item.raw_content)].map((part) => contentText([part]));
  for (const [index, text] of parts.entries())
    facts.told("reasoning", "event", text, place, id === null ? null : `${id}#${index}`);
}

function reviewText(item: Foreign): string {
  const review = textOf(item.review) ?? textOf(fieldOf(item.review, "user_facing_hint")) ?? "";
  return item.type === "EnteredReviewMode" ? `Review started: ${review}` : `Review finished: ${review}`;
}
