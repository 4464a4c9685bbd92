import type { ItemBody } from "@reprise/model";

/** Enough of a prompt for any title. */
const keptOfPrompt = 2000;

/** Keeps what a list needs: kind, state and the start of a prompt. */
export function outlineItem(item: ItemBody): ItemBody {
  switch (item.kind) {
    case "prompt":
      return item.text.length > keptOfPrompt ? { ...item, text: item.text.slice(0, keptOfPrompt) } : item;
    case "reply":
    case "reasoning":
      return { ...item, text: "" };
    case "attachment":
      return { kind: "attachment", what: item.what, name: "", text: null };
    case "notice":
      return { kind: "notice", text: "" };
    case "command":
      return { ...item, command: "", output: item.output === null ? null : "" };
    case "edit":
      return { ...item, changes: [] };
    case "tool":
      return { ...item, input: null, output: item.output === null ? null : "" };
    case "opaque":
      return { ...item, raw: null };
    default:
      return item;
  }
}
