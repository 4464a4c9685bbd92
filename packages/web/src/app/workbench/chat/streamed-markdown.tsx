import { Component } from "preact";
import { Markdown } from "../../text/markdown.tsx";
import { markdownBlocks } from "./markdown-blocks.ts";

/** Text that grows: only its last block is drawn again. */
export function StreamedMarkdown({ text }: { readonly text: string }) {
  return (
    <>
      {markdownBlocks(text).map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </>
  );
}

class Block extends Component<{ readonly text: string }> {
  override shouldComponentUpdate({ text }: { readonly text: string }): boolean {
    return text !== this.props.text;
  }

  render() {
    return <Markdown text={this.props.text} />;
  }
}
