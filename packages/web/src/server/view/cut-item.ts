import { type Cut, type Item, jsonText, textsOf, withoutImage, withTexts } from "@reprise/model";

export interface CutItem {
  readonly item: Item;
  readonly cuts: readonly Cut[];
}

/** Characters kept of one text: more than a screen shows, less than a slow one feels. */
export const mostLength = 12_000;
const startLength = 9_000;

/** Long texts keep their start and end. A large value becomes a text, and is cut as one. */
export function cutItem(item: Item): CutItem {
  const cuts: Cut[] = [];
  const made = withTexts(withoutImage(item), (whole, { field, role }) => {
    if (role === "name" || whole.length <= mostLength) return whole;
    const start = wholePlace(whole, startLength);
    const end = wholePlace(whole, whole.length - (mostLength - startLength));
    cuts.push({ field, start, length: whole.length });
    return copyOf(whole.slice(0, start) + whole.slice(end));
  });
  return { item: made, cuts };
}

/** The whole text behind a cut; null if the item has no such field. */
export function wholeText(item: Item, field: string): string | null {
  const found = textsOf(item).find((one) => one.field === field && one.role !== "name");
  return found === undefined ? null : jsonText(found.value);
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
