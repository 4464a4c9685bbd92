/** Whole lines of a streaming text; the last piece may end within a line. */
export interface Piece {
  readonly text: string;
}

/** A growing text: only its last piece changes, so that only that is laid out again. */
export interface Flow {
  readonly pieces: readonly Piece[];
  /** Dropped at the start because the text is too long. */
  readonly lostCharacters: number;
  /** What came last, whole. */
  readonly added: string;
}

export const emptyFlow: Flow = { pieces: [], lostCharacters: 0, added: "" };

const pieceSize = 2_000;
/** Longer lines are broken: no frame lays out more than this again. */
const mostLine = 8_000;

export function flowing({ pieces, lostCharacters }: Flow, text: string, mostPieces: number): Flow {
  const last = pieces.at(-1)?.text ?? "";
  const grown = [...pieces.slice(0, -1), ...piecesOf(last + text)];
  const lost = grown.slice(0, Math.max(0, grown.length - mostPieces));
  return {
    pieces: grown.slice(lost.length),
    lostCharacters: lostCharacters + lost.reduce((sum, piece) => sum + piece.text.length, 0),
    added: text,
  };
}

export function flowText({ pieces, lostCharacters }: Flow): string {
  const text = pieces.map((piece) => piece.text).join("");
  return lostCharacters === 0 ? text : `… ${lostCharacters} characters left out\n${text}`;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  while (rest.length > pieceSize) {
    const newline = rest.indexOf("\n", pieceSize);
    const end = newline === -1 || newline >= mostLine ? lastResort(rest) : newline + 1;
    if (end === null || end >= rest.length) break;
    pieces.push({ text: rest.slice(0, end) });
    rest = rest.slice(end);
  }
  return [...pieces, { text: rest }];
}

/** Never splits a surrogate pair. */
function lastResort(text: string): number | null {
  const newline = text.lastIndexOf("\n", pieceSize);
  if (newline > 0) return newline + 1;
  if (text.length <= mostLine) return null;
  const code = text.charCodeAt(mostLine);
  return code >= 0xdc00 && code <= 0xdfff ? mostLine - 1 : mostLine;
}
