import type { ItemBody } from "@reprise/model";

/** The searchable texts of an item, field by field. */
export function* textsOf(item: ItemBody): Generator<string> {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      yield item.text;
      break;
    case "attachment":
      yield item.name;
      if (item.text) yield plain(item.text);
      break;
    case "command":
      yield item.command;
      if (item.output) yield plain(item.output);
      break;
    case "edit":
      if (item.reason) yield plain(item.reason);
      for (const { path, diff, movedTo } of item.changes) {
        yield path;
        if (movedTo) yield movedTo;
        if (diff) yield diff;
      }
      break;
    case "tool":
      yield item.name;
      yield* textsIn(item.input);
      if (item.output) yield plain(item.output);
      break;
    case "approval":
      yield item.subject;
      if (item.decision) yield item.decision;
      break;
    case "opaque":
      break;
  }
}

/** Colour codes can split words. */
function plain(text: string): string {
  return text.includes("\u001B") || text.includes("\u009B") ? text.replace(terminalCode, "") : text;
}

/** Colours, cursor moves and links. No match extends past the next escape character: linear on any text. */
const terminalCode =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g;

/** Every string in a value, with field names; JSON escapes would split words. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield plain(value);
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) yield name;
      yield* textsIn(inner);
    }
  }
}
