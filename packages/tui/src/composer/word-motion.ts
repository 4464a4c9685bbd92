import { clampCursor, type EditBuffer } from "./edit-buffer.ts";

/** Start of the word before the cursor. A fold counts as a word. */
export function wordBefore(buffer: EditBuffer): number {
  let at = buffer.cursor;
  const fold = buffer.folds.findLast(({ end }) => end <= buffer.cursor);
  const floor = fold?.end ?? 0;
  const isWord = (place: number) => isLetter(characterBefore(buffer.text, place));
  while (at > floor && !isWord(at)) at -= characterBefore(buffer.text, at).length;
  if (at <= floor && fold) return fold.start;
  while (at > floor && isWord(at)) at -= characterBefore(buffer.text, at).length;
  return Math.min(clampCursor(buffer, at).cursor, buffer.cursor);
}

export function wordAfter(buffer: EditBuffer): number {
  let at = buffer.cursor;
  const fold = buffer.folds.find(({ start }) => start >= buffer.cursor);
  const ceiling = fold?.start ?? buffer.text.length;
  const isWord = (place: number) => isLetter(characterAt(buffer.text, place));
  while (at < ceiling && !isWord(at)) at += characterAt(buffer.text, at).length;
  if (at >= ceiling && fold) return fold.end;
  while (at < ceiling && isWord(at)) at += characterAt(buffer.text, at).length;
  return clampCursor(buffer, at).cursor;
}

/** Start of the cursor's line; newlines inside folds do not end a line. */
export function lineStart({ text, cursor, folds }: EditBuffer): number {
  let at = cursor;
  for (;;) {
    const newline = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
    const fold = folds.find(({ start, end }) => start <= newline && newline < end);
    if (!fold) return newline + 1;
    at = fold.start;
  }
}

export function lineEnd({ text, cursor, folds }: EditBuffer): number {
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
