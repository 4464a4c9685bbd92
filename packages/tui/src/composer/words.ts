import { placed, type Writing } from "./writing.ts";

/** The beginning of the word before the cursor. A fold is a word. */
export function wordBefore(writing: Writing): number {
  let at = writing.cursor;
  const fold = writing.folds.findLast(({ end }) => end <= writing.cursor);
  const floor = fold?.end ?? 0;
  const isWord = (place: number) => isLetter(characterBefore(writing.text, place));
  while (at > floor && !isWord(at)) at -= characterBefore(writing.text, at).length;
  if (at <= floor && fold) return fold.start;
  while (at > floor && isWord(at)) at -= characterBefore(writing.text, at).length;
  return Math.min(placed(writing, at).cursor, writing.cursor);
}

/** The end of the word after the cursor. */
export function wordAfter(writing: Writing): number {
  let at = writing.cursor;
  const fold = writing.folds.find(({ start }) => start >= writing.cursor);
  const ceiling = fold?.start ?? writing.text.length;
  const isWord = (place: number) => isLetter(characterAt(writing.text, place));
  while (at < ceiling && !isWord(at)) at += characterAt(writing.text, at).length;
  if (at >= ceiling && fold) return fold.end;
  while (at < ceiling && isWord(at)) at += characterAt(writing.text, at).length;
  return placed(writing, at).cursor;
}

/** Of the line the cursor is in; newlines within folds end no line. */
export function lineStart({ text, cursor, folds }: Writing): number {
  let at = cursor;
  for (;;) {
    const newline = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
    const fold = folds.find(({ start, end }) => start <= newline && newline < end);
    if (!fold) return newline + 1;
    at = fold.start;
  }
}

export function lineEnd({ text, cursor, folds }: Writing): number {
  let at = cursor;
  for (;;) {
    const newline = text.indexOf("\n", at);
    if (newline === -1) return text.length;
    const fold = folds.find(({ start, end }) => start <= newline && newline < end);
    if (!fold) return newline;
    at = fold.end;
  }
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{N}\p{M}_]$/u.test(character);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return isPair ? text.slice(at - 2, at) : text.slice(at - 1, at);
}
