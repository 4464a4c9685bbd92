import { type Library, SessionError, type SessionPlace, type TextPlace } from "@reprise/model";
import { wholePlace, wholeText } from "./cut-item.ts";

/** Throws `not-found` if the session has no such item or text. */
export async function itemText(library: Library, place: SessionPlace, at: TextPlace): Promise<string> {
  const { turns } = await library.read(place, { from: at.turn, to: at.turn });
  for await (const { items } of turns) {
    const item = items.find(({ id }) => id === at.item);
    const text = item === undefined ? null : wholeText(item, at.field);
    if (text !== null) return text;
  }
  throw new SessionError("not-found", "This session has no such text. It may have changed: load it again.");
}

const PIECE_LENGTH = 256 * 1024;

/** The text in pieces, none of which ends within a character. */
export async function* textInPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE_LENGTH >= text.length ? text.length : wholePlace(text, at + PIECE_LENGTH);
    yield text.slice(at, end).toWellFormed();
    at = end;
  }
}
