/** On one line, blanks folded, at most `most` characters, cut between characters. */
export function onOneLine(text: string, most: number): string {
  // Only the beginning can matter; a prompt may be megabytes.
  const folded = text
    .slice(0, most * 8)
    .replace(/\s+/g, " ")
    .trim();
  if (folded.length <= most) return folded;
  const cut = folded.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
