import { cutLeft } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import type { Field } from "./field.ts";

/** A field after its label, at most so wide; the text before the cursor is cut at its start, so the cursor stays visible. */
export function fieldLine(
  label: string,
  { text, cursor }: Field,
  columns: number,
): { readonly text: string; readonly column: number } {
  const room = Math.max(1, columns - widthOf(label) - 1);
  const before = cutLeft(text.slice(0, cursor), room);
  const column = widthOf(label) + widthOf(before);
  return { text: `${label}${before}${text.slice(cursor)}`, column: Math.min(column, columns - 1) };
}
