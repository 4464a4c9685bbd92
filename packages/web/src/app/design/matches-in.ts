export interface TextPart {
  /** Its place in the text. */
  readonly at: number;
  readonly part: string;
  readonly isMatch: boolean;
}

/** The text in order, split at every match of one of the words; letters match in either case. */
export function matchesIn(text: string, words: readonly string[]): readonly TextPart[] {
  const wanted = words.filter((word) => word !== "").map(escaped);
  if (wanted.length === 0) return [{ at: 0, part: text, isMatch: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(wanted.join("|"), "giu"))) {
    if (index > end) parts.push({ at: end, part: text.slice(end, index), isMatch: false });
    parts.push({ at: index, part: found, isMatch: true });
    end = index + found.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ at: end, part: text.slice(end), isMatch: false });
  return parts;
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
