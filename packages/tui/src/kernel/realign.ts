import { graphemesIn } from "../text/graphemes.ts";
import { widthOf } from "../text/width.ts";

/** Terminals disagree on the width of these: joined, coloured and new emoji, flags, keycaps, spacing vowel signs. */
const doubtful = /\xad|\u200d|\ufe0f|\u20e3|[\p{Mc}\p{Regional_Indicator}\p{Emoji_Presentation}]/u;
/** Blocks that contain them: a quick test, since most lines have none. */
const blocks =
  "\\xad\\u0900-\\u1fff\\u200d\\u20e3\\u2300-\\u24ff\\u25fd-\\u2bff\\u302e\\u302f\\ua800-\\uabff\\ud800-\\udbff\\ufe0f";
const mayBeDoubtful = new RegExp(`[${blocks}]`);

/** Splits at colour codes and spaces; no grapheme crosses these. */
const codeStart = "\x1b";
const pieces = new RegExp(`${codeStart}\\[[\\d;]*m| +|[^ ${codeStart}]+`, "g");

/**
 * Puts what follows a character of doubtful width in the column we computed. One drawn wider is cut; one
 * drawn narrower is followed by a space.
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
      // Not at the end of a line: there is no column beyond it, and clearing would erase the character.
      if (isInDoubt) text += `\x1b[0m\x1b[${column}G\x1b[K${codes}`;
      const width = widthOf(part);
      isInDoubt = mayBeDoubtful.test(part) && doubtful.test(part);
      text += isInDoubt ? `${" ".repeat(width)}\x1b[${column}G${part}` : part;
      column += width;
    }
  }
  return text;
}

/** Whole if nothing in it is doubtful, else by grapheme. */
function* partsOf(piece: string): Generator<string> {
  if (!mayBeDoubtful.test(piece)) yield piece;
  else for (const { segment } of graphemesIn(piece)) yield segment;
}
