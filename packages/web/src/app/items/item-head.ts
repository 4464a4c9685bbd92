import { count, exactLine, exactText, type ItemBody, safeLine } from "@reprise/model";
import type { IconName } from "../design/icon.tsx";
import { changedLines } from "../text/diff-lines.ts";

/** An item in one line. Safe to show. */
export interface ItemHead {
  readonly icon: IconName;
  /** What kind of thing it is. */
  readonly name: string;
  readonly text: string;
  /** `text` is a command, a path or an input. */
  readonly isCode: boolean;
}

const longest = 300;

export function itemHead(item: ItemBody): ItemHead {
  switch (item.kind) {
    case "prompt":
      return prose("person", "Prompt", item.text);
    case "reply":
      return prose("agent", "Reply", item.text);
    case "reasoning":
      return prose("thought", "Reasoning", item.text);
    case "notice":
      return prose("note", "Notice", item.text);
    case "command":
      return code("command", "Command", item.command);
    case "tool":
      return code("tool", `Tool ${exactLine(item.name)}`, inputText(item.input));
    case "attachment":
      return code("attachment", `Attached ${item.what}`, item.name);
    case "approval":
      return code("key", "Approval", item.subject);
    case "opaque":
      return code("more", "Unknown record", inputText(item.raw));
    case "edit": {
      const { added, removed } = changedLines(item.changes);
      const paths = item.changes.map(({ path }) => path).join(", ");
      return code("edit", `Edit of ${count(item.changes.length, "file")}, +${added} −${removed}`, paths);
    }
  }
}

function prose(icon: IconName, name: string, text: string): ItemHead {
  return { icon, name, text: safeLine(firstPart(text.trimStart().split("\n", 1)[0] ?? "")), isCode: false };
}

function code(icon: IconName, name: string, text: string): ItemHead {
  const line = firstPart(text).replaceAll(/\s*\n\s*/g, " ");
  return { icon, name, text: exactText(line.trim()), isCode: true };
}

function firstPart(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

function inputText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
