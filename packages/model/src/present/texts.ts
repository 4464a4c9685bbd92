import { jsonText } from "../text/json-text.ts";
import type { FileChange, ItemBody, ItemKind, SentBody } from "../transcript.ts";

/** `said`: words of a person or a model; `name`: identifies something, short; `work`: what was run, changed or asked for. */
export type TextRole = "said" | "name" | "work" | "output" | "raw";

export interface ItemText {
  /** `output`, or with the number of the file: `diff.0`. */
  readonly field: string;
  readonly role: TextRole;
  /** A string, or any JSON: an input, an unknown record. */
  readonly value: unknown;
}

type Fields = readonly (readonly [field: string, role: TextRole])[];

const said: Fields = [["text", "said"]];

const fieldsOf: Readonly<Record<ItemKind, Fields>> = {
  prompt: said,
  reply: said,
  reasoning: said,
  notice: said,
  attachment: [
    ["name", "name"],
    ["text", "output"],
  ],
  command: [
    ["command", "work"],
    ["output", "output"],
  ],
  edit: [["reason", "output"]],
  tool: [
    ["name", "name"],
    ["input", "work"],
    ["output", "output"],
  ],
  approval: [
    ["subject", "work"],
    ["decision", "name"],
  ],
  link: [
    ["name", "name"],
    ["address", "work"],
  ],
  opaque: [["raw", "raw"]],
};

const changeFields: Fields = [
  ["path", "name"],
  ["movedTo", "name"],
  ["diff", "work"],
];

/** Every recorded text of an item, in the order in which it is shown. */
export function* textsOf(item: ItemBody | SentBody): Generator<ItemText> {
  yield* textsIn(item, fieldsOf[item.kind], "");
  if (!("changes" in item)) return;
  for (const [index, change] of item.changes.entries()) yield* textsIn(change, changeFields, `.${index}`);
}

function* textsIn(holder: object, fields: Fields, suffix: string): Generator<ItemText> {
  for (const [name, role] of fields) {
    const value = (holder as Readonly<Record<string, unknown>>)[name] ?? null;
    if (value !== null) yield { field: name + suffix, role, value };
  }
}

/** The item with other texts. A value stays a value unless its text, as `jsonText` has it, is changed. */
export function withTexts<Body extends ItemBody>(item: Body, change: (text: string, of: ItemText) => string): Body {
  const made = changed(item, fieldsOf[item.kind], "", change);
  if (!("changes" in made)) return made;
  const files = made.changes.map((file: FileChange, index) => changed(file, changeFields, `.${index}`, change));
  return files.every((file, index) => file === made.changes[index]) ? made : { ...made, changes: files };
}

function changed<Holder extends object>(
  holder: Holder,
  fields: Fields,
  suffix: string,
  change: (text: string, of: ItemText) => string,
): Holder {
  let made = holder;
  for (const of of textsIn(holder, fields, suffix)) {
    const text = jsonText(of.value);
    const other = change(text, of);
    if (other !== text) made = { ...made, [of.field.slice(0, of.field.length - suffix.length)]: other };
  }
  return made;
}

/** The full text of an item, unstyled and not made safe: for the clipboard and for search. */
export function itemPlainText(item: ItemBody | SentBody): string {
  const texts = [...textsOf(item)].map(({ value }) => jsonText(value));
  return texts.filter((text) => text !== "").join("\n");
}

/** Without the bytes of an image, which no face draws. */
export function withoutImage<Body extends ItemBody>(item: Body): Body {
  return "image" in item ? { ...item, image: undefined } : item;
}
