import { stripVTControlCharacters } from "node:util";
import type { ExecOutput } from "@reprise/model";

/** An escape sequence that may go on in the next piece. None has the start of another in it: else each start would be searched to the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with these
const torn = /(?:\u001b|\u009b)(?:\[[\d;:?]*|\][^\u0007\u001b\u009b]*|[PX^_][^\u001b\u009b]*)?$/;
/** A sequence longer than this is no sequence. */
const mostHeldBack = 4096;

/** Pieces of output, each with whole escape sequences. */
export class AnsiText {
  #held = "";

  push(piece: string): ExecOutput {
    const text = this.#held + piece;
    const from = text.search(torn);
    const isTorn = from !== -1 && text.length - from <= mostHeldBack;
    this.#held = isTorn ? text.slice(from) : "";
    return outputOf(isTorn ? text.slice(0, from) : text);
  }
}

export function outputOf(printed: string): ExecOutput {
  const text = stripVTControlCharacters(printed);
  return { text, ansi: text === printed ? null : printed };
}
