/** A part of a text that was replaced. */
interface Splice {
  readonly from: number;
  /** Exclusive, in the text before. */
  readonly to: number;
  readonly text: string;
}

/**
 * The draft after this page and another one changed it. Changes in different places are both made; of two changes in the
 * same place both texts stay, this page's first.
 */
export function mergedDraft(before: string, own: string, other: string): string {
  if (own === other || other === before) return own;
  if (own === before) return other;
  const [mine, theirs] = [spliceOf(before, own), spliceOf(before, other)];
  if (mine.to <= theirs.from && mine.from !== theirs.from) return spliced(spliced(before, theirs), mine);
  if (theirs.to <= mine.from && mine.from !== theirs.from) return spliced(spliced(before, mine), theirs);
  return own.includes(other) ? own : other.includes(own) ? other : `${own}\n\n${other}`;
}

function spliceOf(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}

function spliced(text: string, { from, to, text: put }: Splice): string {
  return text.slice(0, from) + put + text.slice(to);
}

/** Where the cursor is after the text around it changed: at the same characters. */
export function movedCursor(before: string, after: string, cursor: number): number {
  const { from, to, text } = spliceOf(before, after);
  if (cursor <= from && from !== to) return cursor;
  if (cursor < from) return cursor;
  return cursor >= to ? cursor + text.length - (to - from) : from + text.length;
}
