import { sliceByColumn, truncateToWidth } from "@earendil-works/pi-tui";
import { isAlone, isPlain, widthOf } from "./width.ts";

/** At most so wide; a cut text ends in an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (widthOf(text) <= columns) return text;
  if (isPlain(text)) return `${text.slice(0, columns - 1)}…`;
  if (isAlone(text)) return `${beginning(text, columns - 1)}…`;
  // Add no codes to plain text: a reset would end a colour applied around it later.
  if (!text.includes("\x1b")) return `${sliceByColumn(text, 0, columns - 1, true)}…`;
  return truncateToWidth(text, columns, "…");
}

function beginning(text: string, columns: number): string {
  let [end, width] = [0, 0];
  for (; end < text.length; end += 1) {
    width += isPlain(text[end] ?? "") ? 1 : 2;
    if (width > columns) break;
  }
  return text.slice(0, end);
}

/** Cuts from the left: the end of a path matters most. */
export function cutLeft(text: string, columns: number): string {
  const width = widthOf(text);
  if (columns <= 0) return "";
  return width <= columns ? text : `…${sliceByColumn(text, width - columns + 1, columns - 1)}`;
}

/** Exactly so wide. */
export function fit(text: string, columns: number, align: "left" | "right" = "left"): string {
  const cut = cutTo(text, columns);
  const space = " ".repeat(Math.max(0, columns - widthOf(cut)));
  return align === "left" ? cut + space : space + cut;
}

/** One text at each end of a line; the left one is cut. */
export function apart(left: string, right: string, columns: number): string {
  const room = columns - widthOf(right) - (right === "" ? 0 : 1);
  return room <= 0 ? cutTo(right, columns) : `${fit(left, room)}${right === "" ? "" : ` ${right}`}`;
}
