import type { FileChange, ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { contentText, shownPromptText } from "../read/message.ts";
import { byPath } from "../read/patch.ts";
import { agentCall, imageView, mcpCall, statusOf, webSearch } from "../read/tool-call.ts";
import { scriptOf } from "./shell-words.ts";

interface KeyedItem {
  readonly key: string;
  readonly item: ItemBody;
}

/** The same items the rollout reader would produce; reasoning has one per part, possibly none. */
export function itemsOf(item: Foreign): readonly KeyedItem[] {
  const key = textOf(item.id) ?? "";
  if (item.type === "reasoning")
    return [...listOf(item.summary), ...listOf(item.content)].map((text, index) => ({
      key: partKey(key, index),
      item: { kind: "reasoning", text: String(text) },
    }));
  if (silent.has(String(item.type))) return [];
  return [{ key, item: textBody(item) ?? workBody(item) ?? { kind: "opaque", raw: item } }];
}

export function partKey(item: string, index: number): string {
  return `${item}#${index}`;
}

export function isKeyOf(key: string, item: string): boolean {
  return key === item || key.startsWith(`${item}#`);
}

/** The files of a change, from the server's format. */
export function changesOf(changes: unknown): FileChange[] {
  return listOf(changes)
    .filter(isForeign)
    .map(({ path, kind, diff }): FileChange => {
      const type = textOf(fieldOf(kind, "type")) ?? "update";
      const target = textOf(fieldOf(kind, "move_path"));
      const change = type === "add" || type === "delete" ? type : target === null ? "update" : "move";
      const moved = change === "move" && target !== null ? { movedTo: target } : {};
      return { path: String(path), change, diff: withoutTarget(textOf(diff), target), ...moved };
    })
    .toSorted(byPath);
}

function withoutTarget(diff: string | null, target: string | null): string | null {
  const ending = `\n\nMoved to: ${target}`;
  return diff?.endsWith(ending) ? diff.slice(0, -ending.length) : diff;
}

/** Relevant only to the harness. */
const silent = new Set(["subAgentActivity", "sleep"]);

function textBody(item: Foreign): ItemBody | null {
  switch (item.type) {
    case "userMessage":
      return { kind: "prompt", text: shownPromptText(item.content) };
    case "agentMessage":
      return { kind: "reply", text: textOf(item.text) ?? "" };
    case "plan":
      return { kind: "notice", text: `Plan:\n${textOf(item.text) ?? ""}` };
    case "contextCompaction":
      return { kind: "notice", text: "Context compacted." };
    case "enteredReviewMode":
      return { kind: "notice", text: `Review started: ${textOf(item.review) ?? ""}` };
    case "exitedReviewMode":
      return { kind: "notice", text: `Review finished: ${textOf(item.review) ?? ""}` };
    default:
      return null;
  }
}

function workBody(item: Foreign): ItemBody | null {
  const status = statusOf(item.status);
  switch (item.type) {
    case "commandExecution":
      return {
        kind: "command",
        command: scriptOf(textOf(item.command) ?? ""),
        // No output is null on the wire, even for a finished command.
        output: textOf(item.aggregatedOutput) ?? (numberOf(item.exitCode) === null ? null : ""),
        exitCode: numberOf(item.exitCode),
        status,
      };
    case "fileChange":
      return { kind: "edit", changes: changesOf(item.changes), status };
    case "mcpToolCall":
      return mcpCall(item);
    case "dynamicToolCall": {
      const output = contentText(item.contentItems) || null;
      return { kind: "tool", name: textOf(item.tool) ?? "", input: item.arguments ?? null, output, status };
    }
    case "collabAgentToolCall":
      return agentCall(item);
    case "webSearch":
      return webSearch(item);
    case "imageView":
      return imageView(item);
    case "imageGeneration": {
      const input = item.revisedPrompt ?? null;
      const output = textOf(item.savedPath) ?? "";
      return { kind: "tool", name: "image_generation", input, output, status };
    }
    default:
      return null;
  }
}
