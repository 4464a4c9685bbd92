import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";
import { imageOf } from "../../reading/user-parts.ts";

/** Sent to every model (environment and settings), and notes the model never gets. */
const standing = new Set([
  ...["auto_mode", "auto_mode_exit", "budget_usd", "command_permissions"],
  ...["companion_intro", "context_efficiency", "context_tip"],
  ...["date", "date_change", "dynamic_skill"],
  ...["environment", "hook_cancelled", "hook_deferred_tool", "hook_error_during_execution"],
  ...["hook_non_blocking_error", "hook_permission_decision", "hook_system_message", "max_turns_reached"],
  ...["model", "output_style", "output_token_usage", "plan_mode"],
  ...["plan_mode_exit", "plan_mode_reentry", "prompt_snapshot", "remote_session_change"],
  ...["session_context", "skill_listing", "structured_output"],
  ...["token_usage", "ultrathink_effort"],
]);

export function isStanding(type: string): boolean {
  return standing.has(type) || /_(?:delta|reminder)$/.test(type);
}

/** Null if it did not come from the user or is unreadable. */
export function attachmentBody(attachment: unknown, rendered: unknown): ItemBody | null {
  if (!isForeign(attachment)) return null;
  const type = textOf(attachment.type) ?? "";
  if (isStanding(type)) return null;
  const path = textOf(attachment.displayPath) ?? textOf(attachment.filename) ?? textOf(attachment.path);
  const name = path ?? type.replaceAll("_", " ");
  switch (type) {
    case "file":
    case "already_read_file":
      return fileBody(attachment.content, name);
    case "nested_memory":
      return attached("file", name, textOf(fieldOf(attachment.content, "content")));
    case "directory":
      return attached("folder", name, textOf(attachment.content));
    case "mcp_resource":
      return attached("resource", resourceName(attachment), resourceText(attachment.content));
    case "hook_additional_context":
      return hookBody(attachment, listOf(attachment.content).map(String).join("\n"));
    case "hook_success":
      return hookBody(attachment, reachesModel(attachment) ? (textOf(attachment.content) ?? "") : "");
    case "edited_text_file":
      return attached("context", `${name}, changed meanwhile`, textOf(attachment.snippet));
    case "selected_lines_in_ide":
      return attached("context", `selection in ${name}`, textOf(attachment.content));
  }
  const text = renderedText(rendered);
  return text === "" ? null : attached("context", name, text);
}

function attached(what: (ItemBody & { kind: "attachment" })["what"], name: string, text: string | null): ItemBody {
  return { kind: "attachment", what, name, text };
}

function fileBody(content: unknown, name: string): ItemBody {
  const file = fieldOf(content, "file");
  const base64 = textOf(fieldOf(file, "base64"));
  if (fieldOf(content, "type") === "image" && base64 !== null)
    return imageOf({ mediaType: textOf(fieldOf(file, "type")) ?? "image/png", base64 }, name);
  const cells = fieldOf(file, "cells");
  return attached("file", name, textOf(fieldOf(file, "content")) ?? (cells ? JSON.stringify(cells) : null));
}

function resourceName(attachment: Foreign): string {
  return [textOf(attachment.server), textOf(attachment.uri) ?? textOf(attachment.name)]
    .filter((part) => part !== null)
    .join(":");
}

function resourceText(content: unknown): string | null {
  const texts = listOf(fieldOf(content, "contents")).flatMap((part) => textOf(fieldOf(part, "text")) ?? []);
  return texts.length === 0 ? null : texts.join("\n");
}

function hookBody(attachment: Foreign, text: string): ItemBody | null {
  const name = textOf(attachment.hookName) ?? textOf(attachment.hookEvent) ?? "";
  return text.trim() === "" ? null : attached("context", `${name} hook`.trim(), text);
}

/** Other hooks print only for the user. */
function reachesModel({ hookEvent, exitCode }: Foreign): boolean {
  const event = textOf(hookEvent) ?? "";
  return ["UserPromptSubmit", "SessionStart"].includes(event) && (numberOf(exitCode) ?? 0) === 0;
}

function renderedText(rendered: unknown): string {
  return listOf(rendered)
    .flatMap((part) => textOf(fieldOf(part, "content")) ?? [])
    .map((text) => text.replace(/^<system-reminder>\n?|\n?<\/system-reminder>\s*$/g, ""))
    .join("\n")
    .trim();
}
