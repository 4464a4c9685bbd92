import { Component } from "preact";
import { Markdown } from "../../text/markdown.tsx";
import { markdownBlocks } from "./markdown-blocks.ts";

/** Whole, a short text is read as one: references between its parts work. */
const mostWhole = 8000;

/** Text that grows: only its last block is drawn again. A long one stays as it was drawn when it is complete. */
export function StreamedMarkdown({
  text,
  isComplete,
}: {
  readonly text: string;
  readonly isComplete: boolean;
}) {
  if (isComplete && text.length <= mostWhole) return <Markdown text={text} />;
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
