import { type ItemBody, presented, type TextRole, textsOf } from "@reprise/model";

/** Where a text is, the most telling first. */
export const textFields = ["title", "prompt", "reply", "work", "output"] as const;
export type TextField = (typeof textFields)[number];

export interface FieldText {
  readonly field: TextField;
  readonly text: string;
}

const fields: Readonly<Record<Exclude<TextRole, "said" | "raw">, TextField>> = {
  name: "work",
  work: "work",
  output: "output",
};

/** The searchable texts of an item. */
export function* searchTexts(item: ItemBody): Generator<FieldText> {
  for (const { role, value } of textsOf(item)) {
    if (role === "raw") continue;
    if (role === "said") yield { field: presented(item).tone === "person" ? "prompt" : "reply", text: value as string };
    else if (typeof value !== "string") for (const text of textsIn(value)) yield { field: fields[role], text };
    else if (value !== "") yield { field: fields[role], text: role === "output" ? plain(value) : value };
  }
}

/** Colour codes can split words. */
export function plain(text: string): string {
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
