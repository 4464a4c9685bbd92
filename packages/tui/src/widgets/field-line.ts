import { cutLeft } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import type { Field } from "./field.ts";

/** A field behind its label, at most so wide: what is before the cursor gives way at its beginning, so the cursor stays in sight. */
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
