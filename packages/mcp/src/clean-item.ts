import { type Item, presented, withTexts } from "@reprise/model";

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
  const { tone } = presented(item);
  if (tone === "person" || tone === "agent") return { item, shortenedCount };
  const made = withTexts(item, (text, { role }) => {
    if (role === "name" || text.length <= most) return text;
    shortenedCount += 1;
    return shortened(text, most);
  });
  return { item: made, shortenedCount };
}

/** Its start and its end: what was asked is at the start, how it came out is at the end. */
function shortened(text: string, most: number): string {
  const tail = Math.floor(most / 3);
  const [start, end] = [text.slice(0, most - tail), tail === 0 ? "" : text.slice(-tail)];
  return `${start}\n[… ${text.length - most} characters left out …]\n${end}`.toWellFormed();
}
