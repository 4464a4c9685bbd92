import { exactCode, exactText } from "../text/exact-text.ts";
import { jsonText } from "../text/json-text.ts";
import { codeSpan, fenced, quoted } from "../text/markdown-text.ts";
import type { FileChange, Item, WorkStatus } from "../transcript.ts";
import { workWords } from "./outcome-words.ts";
import { writtenWords } from "./written-words.ts";

/** An item as Markdown. Nothing recorded can break out of its place. */
export function itemMarkdown(item: Item): string {
  switch (item.kind) {
    case "prompt":
      return `### Prompt\n\n${quoted(item.text)}`;
    case "attachment":
      return `### Attached ${item.what} ${codeSpan(item.name)}\n${output(item.text)}`;
    case "reply":
      return `### Reply\n\n${quoted(item.text)}`;
    case "reasoning":
      return `### Reasoning\n\n${quoted(item.text)}`;
    case "command":
      return `### Command${commandOutcome(item)}\n\n${fenced(exactText(item.command), "sh")}${output(item.output)}`;
    case "edit":
      return `### Edit${outcome(item.status)}\n${output(item.reason ?? null)}${item.changes.map((change) => changeMarkdown(item, change)).join("")}`;
    case "tool":
      return `### Tool ${codeSpan(item.name)}${outcome(item.status)}\n${input(item.input)}${output(item.output)}`;
    case "approval":
      return `### Approval\n\n${fenced(exactText(item.subject), "text")}\nDecision: ${codeSpan(item.decision ?? "none recorded")}\n`;
    case "notice":
      return `### Notice\n\n${quoted(item.text)}`;
    case "opaque":
      return `### Opaque\n\n${fenced(jsonText(item.raw ?? null), "json")}`;
  }
}

function commandOutcome({ status, exitCode }: Item & { kind: "command" }): string {
  return exitCode === null ? outcome(status) : ` · exit ${exitCode}`;
}

function outcome(status: WorkStatus): string {
  return status === "done" ? "" : ` · ${workWords[status]}`;
}

function changeMarkdown(item: Item & { kind: "edit" }, file: FileChange): string {
  const { path, change, diff, movedTo } = file;
  const written = writtenWords(item, file);
  const content =
    diff === null ? "" : `\n${fenced(exactCode(diff), change === "update" || change === "move" ? "diff" : "text")}`;
  const to = movedTo === undefined ? "" : ` → ${codeSpan(movedTo)}`;
  return `\n${change} ${codeSpan(path)}${to}${written === "" ? "" : ` · ${written}`}\n${content}`;
}

function input(value: unknown): string {
  if (value === null || value === undefined) return "";
  return `\n${fenced(exactText(jsonText(value)), typeof value === "string" ? "text" : "json")}`;
}

function output(text: string | null): string {
  return text === null || text === "" ? "" : `\n${fenced(text, "text")}`;
}
