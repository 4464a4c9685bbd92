import { jsonText } from "../text/json-text.ts";
import type { ItemBody } from "../transcript.ts";

/** The full text of an item, unstyled and not made safe: for the clipboard and for search. */
export function itemPlainText(item: ItemBody): string {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return item.text;
    case "attachment":
      return joined([item.name, item.text]);
    case "command":
      return joined([item.command, item.output]);
    case "edit":
      return joined([
        item.reason ?? null,
        ...item.changes.flatMap(({ path, movedTo = null, diff }) => [path, movedTo, diff]),
      ]);
    case "tool":
      return joined([item.name, item.input === null ? null : jsonText(item.input), item.output]);
    case "approval":
      return joined([item.subject, item.decision]);
    case "opaque":
      return jsonText(item.raw);
  }
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join("\n");
}
