import { safeText } from "@reprise/model";
import { Lexer, type Token } from "marked";
import { useMemo } from "preact/hooks";
import { markdownNodes } from "./markdown-nodes.tsx";

/** Markdown of a person or an agent. It becomes elements one by one: nothing in it is read as HTML or loaded. */
export function Markdown({ text }: { readonly text: string }) {
  // Tokens, not elements: Preact would keep what was around elements that are used again.
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (tokens === null) return <p class="plain-text">{safeText(text)}</p>;
  return <div class="markdown">{markdownNodes(tokens)}</div>;
}

/** Null for text that is nested deeper than the parser goes. */
function tokensOf(text: string): readonly Token[] | null {
  try {
    return new Lexer({ gfm: true }).lex(safeText(text));
  } catch {
    return null;
  }
}
