import { safeText } from "@reprise/model";
import { Lexer, type Token } from "marked";

export type { Token, Tokens } from "marked";

/** Null for text that is nested deeper than the parser goes. */
export function markdownTokens(text: string): readonly Token[] | null {
  try {
    return new Lexer({ gfm: true }).lex(safeText(text));
  } catch {
    return null;
  }
}
