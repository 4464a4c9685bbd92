import { count, grouped, type SessionSummary } from "@reprise/model";

/** The turns to show: the newest `last`, or `from` to `to` starting at `offset` characters of the first. */
export type TurnWindow =
  | { readonly last: number }
  | { readonly from: number; readonly to: number; readonly offset: number };

export interface TranscriptWish {
  readonly window: TurnWindow;
  /** The most characters of turns in one answer. */
  readonly maxChars: number;
  /** The most characters of one output, input, diff or attachment. */
  readonly itemChars: number;
  /** How to get another window, in the words of the interface. */
  ask(window: TurnWindow, itemChars: number): string;
}

/** Part of a turn as text, from `start` up to `end` of its `length` characters. */
export interface Piece {
  readonly turn: number;
  readonly text: string;
  readonly start: number;
  readonly length: number;
  readonly shortenedCount: number;
}

/** What the pieces leave out of a session, and how to ask for it. */
export function leftOut(
  pieces: readonly Piece[],
  session: SessionSummary,
  { window, maxChars, itemChars, ask }: TranscriptWish,
): string[] {
  const [first, last] = [pieces.at(0), pieces.at(-1)];
  if (!first || !last) return [];
  const notes: string[] = [];
  if (first.turn > 1 && first.start === 0) {
    const to = first.turn - 1;
    notes.push(`Earlier turns (1–${to}): ${ask({ from: Math.max(1, to - 4), to, offset: 0 }, itemChars)}`);
  }
  const end = last.start + last.text.length;
  if (first.start > 0) notes.push(`Turn ${first.turn} starts ${grouped(first.start)} characters earlier.`);
  if (end < last.length) {
    const to = "last" in window ? last.turn : window.to;
    notes.push(
      `Turn ${last.turn} is cut at character ${grouped(end)} of ${grouped(last.length)}. To continue: ${ask({ from: last.turn, to, offset: end }, itemChars)}`,
      `The end of turn ${last.turn}: ${ask({ from: last.turn, to: last.turn, offset: -maxChars }, itemChars)}`,
    );
  } else if (last.turn < session.turnCount) {
    const from = last.turn + 1;
    const to = "last" in window ? session.turnCount : Math.max(from, Math.min(window.to, session.turnCount));
    notes.push(`Later turns (${from}–${session.turnCount}): ${ask({ from, to, offset: 0 }, itemChars)}`);
  }
  const shortenedCount = pieces.reduce((sum, piece) => sum + piece.shortenedCount, 0);
  if (shortenedCount > 0) {
    const same = "last" in window ? window : { ...window, offset: 0 };
    notes.push(
      `${count(shortenedCount, "text")} longer than ${grouped(itemChars)} characters shortened. For more of them: ${ask(same, itemChars * 20)}`,
    );
  }
  return notes.length === 0 ? [] : ["", "---", ...notes];
}
