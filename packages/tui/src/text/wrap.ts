import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { widthOf } from "./width.ts";

/** Lines no wider than `columns`, broken between words if possible. The text must be safe. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  return text.split("\n").flatMap((line) => (widthOf(line) <= width ? [line] : wrapTextWithAnsi(line, width)));
}
