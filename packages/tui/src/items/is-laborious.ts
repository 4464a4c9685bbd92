/** What a parser of Markdown pairs or looks ahead for. */
const mark = /[*_[\]<>!`~$&\\@]|www\.|https?:/g;
/** A line that begins something of its own: what it pairs ends with the line before it. */
const beginning = /^\s*(?:[-*+] |\d+[.)] |#{1,6} |\||```|~~~|$)/;
const depth = /^[ \t]*(?:>[ \t]*){12}|^[ \t]*(?:[-*+][ \t]+){12}|^[ \t]{80}/;

const longestPiece = 4_000;
const mostMarks = 160;

/**
 * A text that would take a parser of Markdown long: its cost grows with the square of a paragraph and its marks, and
 * with more than that for quotes within quotes. Nobody writes such; what is hostile or a machine's does.
 */
export function isLaborious(text: string): boolean {
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
