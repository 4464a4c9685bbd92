/** One line, blanks folded, at most `most` characters. */
export function onOneLine(text: string, most: number): string {
  // A prompt may be megabytes: look at its start only.
  const start = text.slice(0, most * 8);
  const folded = (/\s\s|[^\S ]/.test(start) ? start.replace(/\s+/g, " ") : start).trim();
  if (folded.length <= most) return folded;
  const cut = folded.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** An attachment placeholder as decoders write it. */
const attachment = /^\s*\[(?:image|audio|document|file|[a-z]+\/[\w.+-]+)(?:[:,][^\]\n]*)?\]/;

/** The first words of a prompt, without attachments unless there is nothing else. */
export function titleOf(prompt: string): string {
  let words = prompt.slice(0, 4000);
  for (let match = attachment.exec(words); match; match = attachment.exec(words)) words = words.slice(match[0].length);
  return onOneLine(words, 200) || onOneLine(prompt, 200);
}
