import {
  exactCode,
  exactLine,
  exactText,
  type ItemBody,
  safeBody,
  type WorkStatus,
  workWords,
  writtenWords,
} from "@reprise/model";
import { count } from "../text/count.ts";

/** More is too long to listen to. */
const MOST_LINES = 40;

/** The usual words for an outcome, in a sentence. */
function outcomeOf(status: WorkStatus): string {
  const words = workWords[status] || "done";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** One item in words: its author or kind, then the text. */
export function itemText(item: ItemBody): string {
  switch (item.kind) {
    case "prompt":
      return spoken("You", item.text);
    case "attachment":
      return [`Attached ${item.what}: ${exactLine(item.name)}`, ...outputOf(item.text)].join("\n");
    case "reply":
      return spoken("Agent", item.text);
    case "reasoning":
      return spoken("Reasoning", item.text);
    case "notice":
      return spoken("Notice", item.text);
    case "approval":
      return spoken("Approval", `${exactText(item.subject)}: ${item.decision ?? "no decision recorded"}`);
    case "command":
      return [spoken("Command", exactText(item.command)), ...outputOf(item.output), endOf(item)].join("\n");
    case "edit":
      return [
        ...item.changes.flatMap((file) => {
          const { path, change, diff, movedTo } = file;
          const to = movedTo === undefined ? "" : ` → ${exactLine(movedTo)}`;
          const written = writtenWords(item, file);
          const head = `Edit: ${change} ${exactLine(path)}${to}${written === "" ? "" : `, ${written}`}`;
          return [head, ...outputOf(diff && exactCode(diff))];
        }),
        outcomeOf(item.status),
        ...outputOf(item.reason ?? null),
      ].join("\n");
    case "tool":
      return [`Tool: ${exactLine(item.name)}`, ...outputOf(item.output), outcomeOf(item.status)].join("\n");
    case "opaque":
      return "Unknown record.";
  }
}

function spoken(who: string, text: string): string {
  return `${who}: ${shortened(safeBody(text))}`;
}

export function endOf({ status, exitCode }: ItemBody & { kind: "command" }): string {
  return exitCode === null ? outcomeOf(status) : `Exit code ${exitCode}.`;
}

function outputOf(output: string | null): string[] {
  return output === null || output === "" ? [] : [shortened(safeBody(output))];
}

function shortened(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= MOST_LINES) return text;
  return [...lines.slice(0, MOST_LINES), `(${count(lines.length - MOST_LINES, "more line")})`].join("\n");
}
