import {
  count,
  type Damage,
  exactLine,
  grouped,
  itemMarkdown,
  type Library,
  SessionError,
  type SessionSummary,
  type Turn,
} from "@reprise/model";
import { cleanItem, shortItem } from "./clean-item.ts";
import { leftOut, type Piece, type TranscriptWish, type TurnWindow } from "./left-out.ts";
import { sessionText } from "./session-text.ts";

interface Reader {
  readonly library: Library;
  redact(text: string): string;
  readonly signal: AbortSignal;
}

const MOST_DAMAGE_LINES = 20;

/** A window of a session, bounded, with a note about everything that is left out. Holds one turn at a time. */
export async function transcriptText(session: SessionSummary, wish: TranscriptWish, reader: Reader): Promise<string> {
  const damage = new Map<string, Damage>();
  const turns = turnReader(session, wish, reader, damage);
  const { window } = wish;
  const pieces =
    "last" in window ? await newest(window.last, session, wish, turns) : await forward(window, wish, turns);
  return [
    sessionText(session),
    shownLine(pieces, session),
    ...pieces.map(({ text }) => text),
    ...leftOut(pieces, session, wish),
    ...damageLines([...damage.values()]),
  ].join("\n");
}

type ReadTurns = (from: number, to: number) => AsyncIterable<Piece>;

function turnReader(
  session: SessionSummary,
  { itemChars }: TranscriptWish,
  { library, redact, signal }: Reader,
  damage: Map<string, Damage>,
): ReadTurns {
  return async function* (from, to) {
    const reading = await library.read(session, session.turnCount === 0 ? undefined : { from, to });
    try {
      for await (const turn of reading.turns) {
        signal.throwIfAborted();
        yield pieceOf(turn, { redact, itemChars });
      }
    } finally {
      for (const one of reading.damage) damage.set(`${one.file} ${one.line} ${one.kind}`, one);
    }
  };
}

function pieceOf(turn: Turn, how: { redact: Reader["redact"]; itemChars: number }): Piece {
  let shortenedCount = 0;
  const items = turn.items.map((item) => {
    const short = shortItem(cleanItem(item, how.redact), how.itemChars);
    shortenedCount += short.shortenedCount;
    return `\n${itemMarkdown(short.item)}`;
  });
  const text = headingOf(turn) + items.join("");
  return { turn: turn.number, text, start: 0, length: text.length, shortenedCount };
}

function headingOf({ number, state, startedAt }: Turn): string {
  const history = number === 0 ? " (history from another session)" : "";
  return `\n## Turn ${number}${history} · ${state}${startedAt === null ? "" : ` · ${startedAt}`}\n`;
}

/** The newest turns that fit; of the last one its start, if it alone is too long. */
async function newest(
  last: number,
  { turnCount }: SessionSummary,
  { maxChars }: TranscriptWish,
  turns: ReadTurns,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let room = maxChars;
  for (let number = turnCount; number >= 0 && number > turnCount - last; number -= 1) {
    for await (const piece of turns(number, number)) {
      const isFirst = pieces.length === 0;
      if (!isFirst && piece.text.length > room) return pieces;
      pieces.unshift(cut(piece, 0, room));
      room -= piece.text.length;
    }
    if (room <= 0) break;
  }
  return pieces;
}

async function forward(
  { from, to, offset }: Extract<TurnWindow, { from: number }>,
  { maxChars }: TranscriptWish,
  turns: ReadTurns,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let room = maxChars;
  for await (const piece of turns(from, to)) {
    const start = pieces.length === 0 ? offset : 0;
    if (start >= piece.length)
      throw new SessionError(
        "bad-use",
        `Turn ${piece.turn} has ${grouped(piece.length)} characters: offset ${start} is past its end.`,
      );
    const shown = cut(piece, start < 0 ? Math.max(0, piece.length + start) : start, room);
    pieces.push(shown);
    room -= shown.text.length;
    if (room <= 0) break;
  }
  return pieces;
}

function cut(piece: Piece, from: number, most: number): Piece {
  // Half a character belongs to the piece before it.
  const start = isSecondHalf(piece.text, from) ? from + 1 : from;
  const end = start + most;
  return { ...piece, start, text: piece.text.slice(start, isSecondHalf(piece.text, end) ? end + 1 : end) };
}

function isSecondHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function shownLine(pieces: readonly Piece[], { turnCount }: SessionSummary): string {
  const [first, last] = [pieces.at(0), pieces.at(-1)];
  if (!first || !last) return `No turn in this window. The session has ${count(turnCount, "turn")}.`;
  const which = first.turn === last.turn ? `Turn ${first.turn}` : `Turns ${first.turn}–${last.turn}`;
  return `${which} of ${grouped(turnCount)}:`;
}

function damageLines(damage: readonly Damage[]): string[] {
  if (damage.length === 0) return [];
  const shown = damage.slice(0, MOST_DAMAGE_LINES);
  const more = damage.length - shown.length;
  return [
    "",
    `${count(damage.length, "damaged place")} in the part that was read; everything readable is shown:`,
    ...shown.map(
      ({ file, line, kind, detail }) =>
        `- ${exactLine(`${file}, line ${line}: ${kind}${detail === "" ? "" : `: ${detail}`}`)}`,
    ),
    ...(more > 0 ? [`- ${grouped(more)} more`] : []),
  ];
}
