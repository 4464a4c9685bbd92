import { type Item, withoutImage, withTexts } from "@reprise/model";
import type { RowOptions } from "../../../items/row-options.ts";
import { lineCountOf } from "../../../items/text-lines.ts";
import { count } from "../../../text/count.ts";

/** Characters kept of one item; more than a screen can unfold anyway. */
export const itemLimit = 500_000;

export interface Shortened {
  readonly item: Item;
  /** Number of characters kept. */
  readonly size: number;
  /** Lines missing from its longest part; negative for a single line. */
  readonly leftOut: LeftOut | null;
}

type LeftOut = NonNullable<RowOptions["leftOut"]>;

/** Keeps the start and end of an item, up to the limit. `hint`: how to see all of it. */
export function shorten(item: Item, limit: number, hint: string): Shortened {
  let size = 0;
  let leftOut: LeftOut | null = null;
  const kept = withTexts(withoutImage(item), (text, { role }) => {
    if (role === "name") return text;
    const short = shortText(text, limit, hint);
    size += short.text.length;
    leftOut = short.leftOut ?? leftOut;
    return short.text;
  });
  return { item: kept, size, leftOut };
}

function shortText(
  text: string,
  limit: number,
  hint: string,
): { readonly text: string; readonly leftOut: LeftOut | null } {
  if (text.length <= limit) return { text, leftOut: null };
  const at = Math.floor(limit * 0.9);
  const tailStart = text.length - Math.floor(limit * 0.1);
  const note = `… ${count(tailStart - at, "character")} not loaded: ${hint}`;
  const kept = copyOf(`${text.slice(0, at)}\n${note}\n${text.slice(tailStart)}`);
  // Don't count the note's line, nor the line it splits.
  const lines = lineCountOf(`|${text.slice(at, tailStart)}|`) - 3;
  return { text: kept, leftOut: { lines, at } };
}

/** A substring keeps the whole string alive; a copy does not. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
