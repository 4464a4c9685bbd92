import type { ItemBody } from "@reprise/model";

/** Where a text is, the most telling first. */
export const textFields = ["title", "prompt", "reply", "work", "output"] as const;
export type TextField = (typeof textFields)[number];

export interface FieldText {
  readonly field: TextField;
  readonly text: string;
}

/** The searchable texts of an item. */
export function* textsOf(item: ItemBody): Generator<FieldText> {
  switch (item.kind) {
    case "prompt":
      yield { field: "prompt", text: item.text };
      break;
    case "reply":
    case "reasoning":
    case "notice":
      yield { field: "reply", text: item.text };
      break;
    case "attachment":
      yield work(item.name);
      if (item.text) yield output(item.text);
      break;
    case "command":
      yield work(item.command);
      if (item.output) yield output(item.output);
      break;
    case "edit":
      if (item.reason) yield output(item.reason);
      for (const { path, diff, movedTo } of item.changes) {
        yield work(path);
        if (movedTo) yield work(movedTo);
        if (diff) yield work(diff);
      }
      break;
    case "tool":
      yield work(item.name);
      for (const text of textsIn(item.input)) yield work(text);
      if (item.output) yield output(item.output);
      break;
    case "approval":
      yield work(item.subject);
      if (item.decision) yield work(item.decision);
      break;
    case "opaque":
      break;
  }
}

function work(text: string): FieldText {
  return { field: "work", text };
}

function output(text: string): FieldText {
  return { field: "output", text: plain(text) };
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
export function* textsIn(value: unknown, { hasNames = true } = {}): Generator<string> {
  if (typeof value === "string") yield plain(value);
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (hasNames && !Array.isArray(value)) yield name;
      yield* textsIn(inner, { hasNames });
    }
  }
}
