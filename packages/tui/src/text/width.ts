import { visibleWidth } from "@earendil-works/pi-tui";

const codeStart = "\x1b";
const colour = new RegExp(`${codeStart}\\[[\\d;]*m`, "g");
/** Latin, punctuation, arrows, lines and blocks. */
const narrow = "\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u21ff\\u2500-\\u25a0";
/** Chinese, Japanese and Korean. */
const wide = "\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60";
const onlyNarrow = new RegExp(`^[${narrow}]*$`);
const onlyAlone = new RegExp(`^[${narrow}${wide}]*$`);
const anyWide = new RegExp(`[${wide}]`, "g");

/** Columns of a text on a terminal. Colour codes take none. */
export function widthOf(text: string): number {
  const shown = text.includes(codeStart) ? text.replaceAll(colour, "") : text;
  if (isPlain(shown)) return shown.length;
  return isAlone(shown) ? shown.length + wideCount(shown) : visibleWidth(shown);
}

/** Fast path: every character takes one column and joins no other. */
export function isPlain(text: string): boolean {
  return onlyNarrow.test(text);
}

/** No character joins its neighbour; each takes one or two columns. */
export function isAlone(text: string): boolean {
  return onlyAlone.test(text);
}

function wideCount(text: string): number {
  return text.match(anyWide)?.length ?? 0;
}
