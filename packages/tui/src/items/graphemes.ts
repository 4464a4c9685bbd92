import { segmentsOf } from "../text/segments.ts";
import { widthOf } from "../text/width.ts";

const known = new Map<string, number>();
const mostKnown = 5_000;

/** Of one character as a person sees it. A text repeats its characters, and working a width out is slow. */
export function graphemeWidth(grapheme: string): number {
  const found = known.get(grapheme);
  if (found !== undefined) return found;
  const width = widthOf(grapheme);
  if (known.size < mostKnown && grapheme.length < 20) known.set(grapheme, width);
  return width;
}

const step = 500;
const longest = 64;

/** Characters as a person sees them. In small steps: a segmenter is six times slower on a long text. */
export function* graphemesOf(text: string): Generator<string> {
  let carried = "";
  for (let start = 0; start < text.length; start += step) {
    const piece = carried + text.slice(start, start + step);
    carried = "";
    for (const { segment, index } of segmentsOf(piece)) {
      // The last of a step may go on in the next one, but no character goes on forever.
      const isLast = index + segment.length === piece.length && start + step < text.length;
      if (isLast && segment.length < longest) carried = segment;
      else yield segment;
    }
  }
  if (carried !== "") yield carried;
}
