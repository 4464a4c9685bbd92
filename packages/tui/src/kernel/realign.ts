import { graphemesIn } from "../text/graphemes.ts";
import { widthOf } from "../text/width.ts";

/** Terminals differ in how many columns these take: joined, coloured and new emoji, flags, keycaps, vowels beside their letter. */
const doubtful = /\xad|\u200d|\ufe0f|\u20e3|[\p{Mc}\p{Regional_Indicator}\p{Emoji_Presentation}]/u;
/** Blocks that hold them, among others: told at once, as most lines have nothing of it. */
const blocks =
  "\\xad\\u0900-\\u1fff\\u200d\\u20e3\\u2300-\\u24ff\\u25fd-\\u2bff\\u302e\\u302f\\ua800-\\uabff\\ud800-\\udbff\\ufe0f";
const mayBeDoubtful = new RegExp(`[${blocks}]`);

/** Codes for colour, spaces, and what stands between them: no character reaches over the end of one. */
const codeStart = "\x1b";
const pieces = new RegExp(`${codeStart}\\[[\\d;]*m| +|[^ ${codeStart}]+`, "g");

/**
 * What follows such a character stands where we reckon with it, whatever the terminal makes of it: of one that is drawn
 * wider only the beginning is seen, beside one that is drawn narrower there is a space.
 */
export function realigned(line: string): string {
  if (!mayBeDoubtful.test(line) || !doubtful.test(line)) return line;
  let text = "";
  let codes = "";
  let column = 1;
  let isInDoubt = false;
  for (const [piece] of line.matchAll(pieces)) {
    if (piece.startsWith(codeStart)) {
      codes += piece;
      text += piece;
      continue;
    }
    for (const part of partsOf(piece)) {
      // Not at the end of a line: past the last column there is nothing to go to, and clearing would take the character.
      if (isInDoubt) text += `\x1b[0m\x1b[${column}G\x1b[K${codes}`;
      const width = widthOf(part);
      isInDoubt = mayBeDoubtful.test(part) && doubtful.test(part);
      text += isInDoubt ? `${" ".repeat(width)}\x1b[${column}G${part}` : part;
      column += width;
    }
  }
  return text;
}

/** As a whole where nothing is doubtful, else character by character. */
function* partsOf(piece: string): Generator<string> {
  if (!mayBeDoubtful.test(piece)) yield piece;
  else for (const { segment } of graphemesIn(piece)) yield segment;
}
