import { type Cut, type FileChange, type Item, jsonText } from "@reprise/model";

export interface CutItem {
  readonly item: Item;
  readonly cuts: readonly Cut[];
}

/** Characters kept of one text: more than a screen shows, less than a slow one feels. */
export const mostLength = 12_000;
const startLength = 9_000;

/** Long texts keep their start and end. */
export function cutItem(item: Item): CutItem {
  const cuts: Cut[] = [];
  const text = (field: string, whole: string): string => {
    if (whole.length <= mostLength) return whole;
    const start = wholePlace(whole, startLength);
    const end = wholePlace(whole, whole.length - (mostLength - startLength));
    cuts.push({ field, start, length: whole.length });
    return copyOf(whole.slice(0, start) + whole.slice(end));
  };
  const orNull = (field: string, whole: string | null) => (whole === null ? null : text(field, whole));
  const made = (short: Item): CutItem => ({ item: short, cuts });
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return made({ ...item, text: text("text", item.text) });
    case "attachment":
      return made({ ...item, text: orNull("text", item.text), image: undefined });
    case "command":
      return made({
        ...item,
        command: text("command", item.command),
        output: orNull("output", item.output),
      });
    case "edit": {
      const changes = item.changes.map((change, index): FileChange => {
        return { ...change, diff: orNull(`diff.${index}`, change.diff) };
      });
      return made({ ...item, changes, reason: orNull("reason", item.reason ?? null) });
    }
    case "tool":
      return made({ ...item, input: value("input", item.input), output: orNull("output", item.output) });
    case "approval":
      return made({ ...item, subject: text("subject", item.subject) });
    case "opaque":
      return made({ ...item, raw: value("raw", item.raw) });
  }

  /** A large value becomes a text, and is cut as one. */
  function value(field: string, whole: unknown): unknown {
    if (typeof whole === "string") return text(field, whole);
    if (whole === null || whole === undefined) return whole;
    const written = jsonText(whole);
    return written.length > mostLength ? text(field, written) : whole;
  }
}

/** The whole text behind a cut; null if the item has no such field. */
export function wholeText(item: Item, field: string): string | null {
  const [name = "", number] = field.split(".");
  if (name === "diff" && item.kind === "edit") return item.changes[Number(number)]?.diff ?? null;
  if (!["text", "command", "output", "input", "subject", "raw", "reason"].includes(name)) return null;
  const value: unknown = (item as unknown as Record<string, unknown>)[name];
  return value === undefined || value === null ? null : jsonText(value);
}

/** No character is cut in two. */
export function wholePlace(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** A slice keeps the whole text alive; a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
