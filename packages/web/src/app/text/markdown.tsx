import { safeText } from "@reprise/model";
import { Component } from "preact";
import { useMemo } from "preact/hooks";
import { markdownBlocks } from "./markdown-blocks.ts";
import { markdownNodes } from "./markdown-nodes.tsx";
import { markdownTokens } from "./markdown-tokens.ts";

/** Links may refer to a definition anywhere in the text. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/** Markdown of a person or an agent. It becomes elements one by one: nothing in it is read as HTML or loaded. */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => (definition.test(text) ? [text] : markdownBlocks(text)), [text]);
  return (
    <div class="markdown">
      {blocks.map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </div>
  );
}

/** Read and drawn again only when it changes: of a text that grows, the last one. */
class Block extends Component<{ readonly text: string }> {
  override shouldComponentUpdate({ text }: { readonly text: string }): boolean {
    return text !== this.props.text;
  }

  render() {
    const { text } = this.props;
    const tokens = markdownTokens(text);
    return tokens === null ? <p class="plain-text">{safeText(text)}</p> : markdownNodes(tokens);
  }
}
