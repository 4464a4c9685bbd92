import { safeText } from "@reprise/model";
import { Lexer } from "marked";
import { useMemo } from "preact/hooks";
import { markdownNodes } from "./markdown-nodes.tsx";

/** Markdown of a person or an agent. It becomes elements one by one: nothing in it is read as HTML or loaded. */
export function Markdown({ text }: { readonly text: string }) {
  const nodes = useMemo(() => nodesOf(text), [text]);
  return <div class="markdown">{nodes}</div>;
}

function nodesOf(text: string) {
  try {
    return markdownNodes(new Lexer({ gfm: true }).lex(safeText(text)));
  } catch {
    // Nested deeper than the parser goes: shown as it was written.
    return <p class="plain-text">{safeText(text)}</p>;
  }
}
