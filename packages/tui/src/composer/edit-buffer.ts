import { safeText } from "@reprise/model";
import { graphemesIn } from "../text/graphemes.ts";

/** Text shown as one word, such as `[pasted 120 lines]`, but sent in full. */
export interface Fold {
  readonly start: number;
  readonly end: number;
}

/** Text and a cursor, which is never inside a grapheme or a fold. */
export interface EditBuffer {
  readonly text: string;
  readonly cursor: number;
  /** In order, never nested. */
  readonly folds: readonly Fold[];
}

export const emptyBuffer: EditBuffer = { text: "", cursor: 0, folds: [] };

/** Makes outside text safe before it joins a prompt, so what is shown is what is sent. */
export function bufferOf(text: string, cursor: number = text.length): EditBuffer {
  const safe = safeText(text);
  return clampCursor({ text: safe, cursor: 0, folds: [] }, safe === text ? cursor : safe.length);
}

/** Replaces the text from `from` to `to` and drops the folds it touches. */
export function splice(buffer: EditBuffer, from: number, to: number, text: string, isFold = false): EditBuffer {
  const shift = text.length - (to - from);
  const before = buffer.folds.filter(({ end }) => end <= from);
  const after = buffer.folds.filter(({ start, end }) => start >= to && end > from);
  const own = isFold && text !== "" ? [{ start: from, end: from + text.length }] : [];
  const changed = {
    text: buffer.text.slice(0, from) + text + buffer.text.slice(to),
    cursor: 0,
    folds: [...before, ...own, ...after.map((fold) => ({ start: fold.start + shift, end: fold.end + shift }))],
  };
  return clampCursor(changed, from + text.length);
}

/** Clamps to the text, and moves a position inside a grapheme to its end. */
export function clampCursor(buffer: EditBuffer, at: number): EditBuffer {
  return { ...buffer, cursor: borderAt(buffer, at) };
}

export function offsetBefore(buffer: EditBuffer, at: number): number {
  const fold = buffer.folds.find(({ end }) => end === at);
  if (fold) return fold.start;
  const from = pieceStart(buffer, at);
  if (at <= from) return Math.max(0, at - 1);
  return from + (graphemesIn(buffer.text.slice(from, at)).containing(at - from - 1)?.index ?? 0);
}

export function offsetAfter(buffer: EditBuffer, at: number): number {
  const fold = buffer.folds.find(({ start }) => start === at);
  if (fold) return fold.end;
  const to = pieceEnd(buffer, at);
  if (at >= to) return Math.min(buffer.text.length, at + 1);
  const [first] = graphemesIn(buffer.text.slice(at, to));
  return at + (first?.segment.length ?? 0);
}

/** Graphemes of a piece without folds or newlines. */
export function graphemesOf(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  return graphemesIn(text);
}

function borderAt(buffer: EditBuffer, at: number): number {
  if (at <= 0) return 0;
  if (at >= buffer.text.length) return buffer.text.length;
  const fold = buffer.folds.find(({ start, end }) => start < at && at < end);
  if (fold) return fold.end;
  const from = pieceStart(buffer, at);
  const to = pieceEnd(buffer, at);
  const held = graphemesIn(buffer.text.slice(from, to)).containing(at - from);
  if (!held || from + held.index === at) return at;
  return from + held.index + held.segment.length;
}

/** No grapheme crosses a newline or a fold edge, so segmenting can start there. */
function pieceStart({ text, folds }: EditBuffer, at: number): number {
  const line = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const fold = folds.findLast(({ end }) => end <= at);
  return Math.max(line, fold?.end ?? 0);
}

function pieceEnd({ text, folds }: EditBuffer, at: number): number {
  const line = text.indexOf("\n", at);
  const fold = folds.find(({ start }) => start >= at);
  return Math.min(line === -1 ? text.length : line, fold?.start ?? text.length);
}
