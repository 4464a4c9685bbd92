import { visibleWidth } from "@earendil-works/pi-tui";

/** Columns a text takes on a terminal. Codes for colour take none. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : visibleWidth(text);
}

/** Most text is: then there is nothing to work out. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
