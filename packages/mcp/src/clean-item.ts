import { type Item, jsonText } from "@reprise/model";

/** An item for others to read: without secrets and without the bytes of images. Whole, so that no secret is cut in half first. */
export function cleanItem(item: Item, redact: (text: string) => string): Item {
  // As JSON, a label and its value in separate fields are seen together.
  const text = JSON.stringify(item, (name, value) => (name === "image" && isImage(value) ? undefined : value));
  return JSON.parse(redact(text)) as Item;
}

function isImage(value: unknown): boolean {
  return typeof value === "object" && value !== null && "base64" in value;
}

export interface ShortItem {
  readonly item: Item;
  /** Texts that were shortened. */
  readonly shortenedCount: number;
}

/** Shortens the long texts of an item, except what was said: prompts and replies stay whole. */
export function shortItem(item: Item, most: number): ShortItem {
  let shortenedCount = 0;
  const short = (text: string) => {
    if (text.length <= most) return text;
    shortenedCount += 1;
    return shortened(text, most);
  };
  const shortOrNull = (text: string | null) => (text === null ? null : short(text));
  /** Values that are short stay values. */
  const shortValue = <Value>(value: Value): Value | string => {
    const text = jsonText(value ?? null);
    return text.length <= most ? value : short(text);
  };
  const made = ((): Item => {
    switch (item.kind) {
      case "prompt":
      case "reply":
        return item;
      case "reasoning":
      case "notice":
        return { ...item, text: short(item.text) };
      case "attachment":
        return { ...item, text: shortOrNull(item.text) };
      case "command":
        return { ...item, command: short(item.command), output: shortOrNull(item.output) };
      case "edit":
        return {
          ...item,
          reason: shortOrNull(item.reason ?? null),
          changes: item.changes.map((file) => ({ ...file, diff: shortOrNull(file.diff) })),
        };
      case "tool":
        return { ...item, input: shortValue(item.input), output: shortOrNull(item.output) };
      case "approval":
        return { ...item, subject: short(item.subject) };
      case "opaque":
        return { ...item, raw: shortValue(item.raw) };
    }
  })();
  return { item: made, shortenedCount };
}

/** Its start and its end: what was asked is at the start, how it came out is at the end. */
function shortened(text: string, most: number): string {
  const tail = Math.floor(most / 3);
  const [start, end] = [text.slice(0, most - tail), tail === 0 ? "" : text.slice(-tail)];
  return `${start}\n[… ${text.length - most} characters left out …]\n${end}`.toWellFormed();
}
