/** On one line, blanks folded, at most `most` characters, cut between characters. */
export function onOneLine(text: string, most: number): string {
  // Only the beginning can matter; a prompt may be megabytes.
  const start = text.slice(0, most * 8);
  const folded = (/\s\s|[^\S ]/.test(start) ? start.replace(/\s+/g, " ") : start).trim();
  if (folded.length <= most) return folded;
  const cut = folded.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Stands for an attachment, as every decoder writes it. */
const attachment = /^\s*\[(?:image|audio|document|file|[a-z]+\/[\w.+-]+)(?:[:,][^\]\n]*)?\]/;

/** The title of a prompt: its first words. Attachments before them are left out, unless there is nothing else. */
export function titleOf(prompt: string): string {
  let words = prompt.slice(0, 4000);
  for (let match = attachment.exec(words); match; match = attachment.exec(words))
    words = words.slice(match[0].length);
  return onOneLine(words, 200) || onOneLine(prompt, 200);
}
