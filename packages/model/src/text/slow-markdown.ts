/** Marks that a Markdown parser pairs or looks ahead for. */
const mark = /[*_[\]<>!`~$&\\@]|www\.|https?:/g;
/** Starts a new block, so earlier pairs end with the line before. */
const beginning = /^\s*(?:[-*+] |\d+[.)] |#{1,6} |\||```|~~~|$)/;
const depth = /^[ \t]*(?:>[ \t]*){12}|^[ \t]*(?:[-*+][ \t]+){12}|^[ \t]{80}/;

const longestPiece = 4_000;
const mostMarks = 160;

/**
 * Whether a Markdown parser would be slow: cost is quadratic in a paragraph and its marks, worse for nested
 * quotes. Only hostile or generated text is like this.
 */
export function isSlowToParse(text: string): boolean {
  let size = 0;
  let marks = 0;
  for (const line of text.split("\n")) {
    if (depth.test(line)) return true;
    if (beginning.test(line)) [size, marks] = [0, 0];
    size += line.length;
    if (size > longestPiece) return true;
    marks += line.match(mark)?.length ?? 0;
    if (marks > mostMarks) return true;
  }
  return false;
}
