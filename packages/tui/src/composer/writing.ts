import { safeText } from "@reprise/model";
import { segmentsOf } from "../text/segments.ts";

/** A piece of the text that is shown as one word, such as `[pasted 120 lines]`, and sent whole. */
export interface Fold {
  readonly start: number;
  readonly end: number;
}

/** A text with a place in it. The cursor is never within a character as a person sees it, nor within a fold. */
export interface Writing {
  readonly text: string;
  readonly cursor: number;
  /** In order, none within another. */
  readonly folds: readonly Fold[];
}

export const emptyWriting: Writing = { text: "", cursor: 0, folds: [] };

/** What is shown is what is sent: text from outside is made safe before it becomes part of a prompt. */
export function writingOf(text: string, cursor: number = text.length): Writing {
  const safe = safeText(text);
  return placed({ text: safe, cursor: 0, folds: [] }, safe === text ? cursor : safe.length);
}

/** The text from `from` to `to` gives way to another; folds it touches are gone. */
export function splice(writing: Writing, from: number, to: number, text: string, isFold = false): Writing {
  const shift = text.length - (to - from);
  const before = writing.folds.filter(({ end }) => end <= from);
  const after = writing.folds.filter(({ start, end }) => start >= to && end > from);
  const own = isFold && text !== "" ? [{ start: from, end: from + text.length }] : [];
  const changed = {
    text: writing.text.slice(0, from) + text + writing.text.slice(to),
    cursor: 0,
    folds: [
      ...before,
      ...own,
      ...after.map((fold) => ({ start: fold.start + shift, end: fold.end + shift })),
    ],
  };
  return placed(changed, from + text.length);
}

/** Within the text and between two characters; what lies within one goes to its end. */
export function placed(writing: Writing, at: number): Writing {
  return { ...writing, cursor: borderAt(writing, at) };
}

export function before(writing: Writing, at: number): number {
  const fold = writing.folds.find(({ end }) => end === at);
  if (fold) return fold.start;
  const from = pieceStart(writing, at);
  if (at <= from) return Math.max(0, at - 1);
  return from + (segmentsOf(writing.text.slice(from, at)).containing(at - from - 1)?.index ?? 0);
}

export function after(writing: Writing, at: number): number {
  const fold = writing.folds.find(({ start }) => start === at);
  if (fold) return fold.end;
  const to = pieceEnd(writing, at);
  if (at >= to) return Math.min(writing.text.length, at + 1);
  const [first] = segmentsOf(writing.text.slice(at, to));
  return at + (first?.segment.length ?? 0);
}

/** Graphemes of a piece without folds and newlines. */
export function graphemesOf(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  return segmentsOf(text);
}

function borderAt(writing: Writing, at: number): number {
  if (at <= 0) return 0;
  if (at >= writing.text.length) return writing.text.length;
  const fold = writing.folds.find(({ start, end }) => start < at && at < end);
  if (fold) return fold.end;
  const from = pieceStart(writing, at);
  const to = pieceEnd(writing, at);
  const held = segmentsOf(writing.text.slice(from, to)).containing(at - from);
  if (!held || from + held.index === at) return at;
  return from + held.index + held.segment.length;
}

/** A newline and the edge of a fold end every character: no more needs to be looked at. */
function pieceStart({ text, folds }: Writing, at: number): number {
  const line = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const fold = folds.findLast(({ end }) => end <= at);
  return Math.max(line, fold?.end ?? 0);
}

function pieceEnd({ text, folds }: Writing, at: number): number {
  const line = text.indexOf("\n", at);
  const fold = folds.find(({ start }) => start >= at);
  return Math.min(line === -1 ? text.length : line, fold?.start ?? text.length);
}
