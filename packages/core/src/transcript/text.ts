/** On one line, blanks folded, at most `most` characters, cut between characters. */
export function onOneLine(text: string, most: number): string {
  // Only the beginning can matter; a prompt may be megabytes.
  const start = text.slice(0, most * 8);
  const folded = (/\s\s|[^\S ]/.test(start) ? start.replace(/\s+/g, " ") : start).trim();
  if (folded.length <= most) return folded;
  const cut = folded.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
